import { Button } from '@mantine/core';
import { IconCopy, IconPencil, IconRefresh, IconTrash, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { PostView } from '../../../../src/contract/api/posts.ts';
import { usePlace } from '../../api/place.ts';
import { useChange } from '../../api/use-api.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { notify } from '../../parts/notify.ts';
import { possible } from '../../parts/possible.ts';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { useWords } from '../../words/index.tsx';
import { useDuplicate } from './use-duplicate.ts';

const touched = ['readPost', 'readAttempts', 'listPosts', 'readHome', 'nextSlot'] as const;

export function PostActions({ post }: { post: PostView }) {
  const t = useWords().post;
  const { scope, canEdit } = usePlace();
  const navigate = useNavigate();
  const duplicate = useDuplicate(post.id);
  const cancel = useChange('cancelPost', touched);
  const retry = useChange('retryPost', touched);
  const remove = useChange('deletePost', ['listPosts', 'readHome']);
  if (!canEdit) return null;
  const can = possible(post);
  const failed = post.deliveries.filter((delivery) => delivery.state === 'failed').length;
  const at = { ...scope, postId: post.id };
  const error = duplicate.error ?? retry.error;
  return (
    <>
      {error && <ErrorNote error={error} />}
      {failed > 1 && (
        <Button
          leftSection={<IconRefresh size={16} aria-hidden />}
          loading={retry.isPending}
          onClick={() => retry.mutate(at, { onSuccess: () => notify(t.retried) })}
        >
          {t.actions.retryAll(failed)}
        </Button>
      )}
      {can.edit && (
        <ButtonLink
          to="/compose/$postId"
          params={{ postId: post.id }}
          variant="default"
          leftSection={<IconPencil size={16} aria-hidden />}
        >
          {t.actions.edit}
        </ButtonLink>
      )}
      <Button
        variant="default"
        leftSection={<IconCopy size={16} aria-hidden />}
        loading={duplicate.isPending}
        onClick={duplicate.start}
      >
        {t.actions.duplicate}
      </Button>
      {can.cancel && (
        <ConfirmButton
          variant="light"
          leftSection={<IconX size={16} aria-hidden />}
          title={t.actions.cancel}
          text={t.cancelSure}
          action={t.actions.cancel}
          pending={cancel.isPending}
          error={cancel.error}
          onConfirm={(close) =>
            cancel.mutate(at, {
              onSuccess: () => {
                close();
                notify(t.canceled);
              },
            })
          }
        >
          {t.actions.cancel}
        </ConfirmButton>
      )}
      {can.delete && (
        <ConfirmButton
          variant="light"
          leftSection={<IconTrash size={16} aria-hidden />}
          title={t.actions.delete}
          text={t.deleteSure}
          action={t.actions.delete}
          pending={remove.isPending}
          error={remove.error}
          onConfirm={() =>
            remove.mutate(at, {
              onSuccess: () => {
                notify(t.deleted);
                void navigate({ to: '/posts' });
              },
            })
          }
        >
          {t.actions.delete}
        </ConfirmButton>
      )}
    </>
  );
}
