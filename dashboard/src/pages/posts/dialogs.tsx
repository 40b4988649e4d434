import { Alert, Button, Group, List, Modal, Stack, Text } from '@mantine/core';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import type { ApiError } from '../../api/call.ts';
import { usePlace } from '../../api/place.ts';
import { useRead } from '../../api/use-api.ts';
import { Loaded } from '../../parts/page.tsx';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { SettleForm } from '../../parts/settle-form.tsx';
import { useWords } from '../../words/index.tsx';

/** Asked before what cannot be undone. */
export function ConfirmAction({
  asked,
  onConfirm,
  onClose,
}: {
  asked: { kind: 'cancel' | 'delete'; posts: readonly PostRow[] } | null;
  onConfirm: () => void;
  onClose: () => void;
}) {
  const words = useWords();
  const t = words.posts;
  return (
    <Modal
      opened={asked !== null}
      onClose={onClose}
      title={asked && t.actions[asked.kind]}
      closeButtonProps={{ 'aria-label': words.general.close }}
    >
      {asked && (
        <Stack>
          <Text>{t.sure[asked.kind](asked.posts.length)}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t.keep}
            </Button>
            <Button color="red" onClick={onConfirm} data-autofocus>
              {t.actions[asked.kind]}
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
}

/** Every unconfirmed account of one post. */
export function SettleDialog({ postId, onClose }: { postId: string | null; onClose: () => void }) {
  const words = useWords();
  return (
    <Modal
      opened={postId !== null}
      onClose={onClose}
      size="lg"
      title={words.post.settle.title}
      closeButtonProps={{ 'aria-label': words.general.close }}
    >
      {postId !== null && <Unconfirmed postId={postId} />}
    </Modal>
  );
}

function Unconfirmed({ postId }: { postId: string }) {
  const t = useWords().post.settle;
  const { scope } = usePlace();
  const post = useRead('readPost', { ...scope, postId });
  return (
    <Loaded query={post}>
      {(data) => {
        const open = data.deliveries.filter((delivery) => delivery.state === 'unconfirmed');
        if (open.length === 0) return <Text role="status">{t.nothing}</Text>;
        return (
          <Stack gap="lg">
            {open.map((delivery) => (
              <SettleForm key={delivery.id} postId={postId} delivery={delivery} named />
            ))}
          </Stack>
        );
      }}
    </Loaded>
  );
}

export function Failures({
  failures,
  onClose,
}: {
  failures: readonly { post: PostRow; error: ApiError }[];
  onClose: () => void;
}) {
  const words = useWords();
  if (failures.length === 0) return null;
  return (
    <Alert
      color="red"
      role="alert"
      title={words.posts.notDone(failures.length)}
      withCloseButton
      onClose={onClose}
      closeButtonLabel={words.general.close}
    >
      <List size="sm" spacing="xs" listStyleType="none">
        {failures.slice(0, 5).map(({ post, error }) => (
          <List.Item key={post.id}>
            <Text size="sm" lineClamp={1}>
              {post.text || words.general.postTypes[post.postType]}
            </Text>
            <ErrorNote error={error} />
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
