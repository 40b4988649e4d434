import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import { usePlace } from '../../api/place.ts';
import { DeliveryMarks } from '../../parts/delivery-marks.tsx';
import { ButtonLink } from '../../parts/links.tsx';
import { possible } from '../../parts/possible.ts';
import { PostStateBadge } from '../../parts/state-badge.tsx';
import { Thumbnail } from '../../parts/thumbnail.tsx';
import { useTime } from '../../parts/use-time.ts';
import { momentOf, wallTimeAt } from '../../parts/zone-time.ts';
import { useWords } from '../../words/index.tsx';

/** What an entry is, and how to move it without dragging. */
export function EntryDialog({
  post,
  onMove,
  onClose,
}: {
  post: PostRow | null;
  onMove: (post: PostRow, at: number) => void;
  onClose: () => void;
}) {
  const words = useWords();
  const time = useTime();
  const title = post?.scheduledAt ? time.long(post.scheduledAt) : words.posts.noTime;
  return (
    <Modal
      opened={post !== null}
      onClose={onClose}
      title={title}
      closeButtonProps={{ 'aria-label': words.general.close }}
    >
      {post && <Content post={post} onMove={onMove} />}
    </Modal>
  );
}

function Content({ post, onMove }: { post: PostRow; onMove: (post: PostRow, at: number) => void }) {
  const words = useWords();
  const t = words.calendar.dialog;
  const { canEdit } = usePlace();
  const can = possible(post);
  const params = { postId: post.id };
  return (
    <Stack>
      <Group wrap="nowrap" align="flex-start">
        <Thumbnail post={post} size={64} />
        <Text lineClamp={5} style={{ whiteSpace: 'pre-wrap' }}>
          {post.text || words.general.postTypes[post.postType]}
        </Text>
      </Group>
      <Group justify="space-between">
        <DeliveryMarks deliveries={post.deliveries} most={10} />
        <PostStateBadge state={post.state} />
      </Group>
      {!can.move ? (
        <Text size="sm" c="dimmed">
          {t.fixed}
        </Text>
      ) : canEdit ? (
        <MoveForm post={post} onMove={onMove} />
      ) : (
        <Text size="sm" c="dimmed">
          {t.viewer}
        </Text>
      )}
      <Group>
        <ButtonLink variant="default" to="/posts/$postId" params={params}>
          {t.open}
        </ButtonLink>
        {canEdit && can.edit && (
          <ButtonLink variant="default" to="/compose/$postId" params={params}>
            {t.edit}
          </ButtonLink>
        )}
      </Group>
    </Stack>
  );
}

function MoveForm({ post, onMove }: { post: PostRow; onMove: (post: PostRow, at: number) => void }) {
  const t = useWords().calendar;
  const time = useTime();
  const now = Date.now();
  const tomorrow = now + 24 * 60 * 60 * 1000;
  const [wall, setWall] = useState(() => wallTimeAt(post.scheduledAt ?? tomorrow, time.timeZone));
  const [wrong, setWrong] = useState('');
  const moment = momentOf(wall, time.timeZone);
  const fresh = post.scheduledAt === null;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!moment) setWrong(t.noSuchTime);
    else if (moment.at <= Date.now()) setWrong(t.onlyFuture);
    else onMove(post, moment.at);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Group align="flex-end" gap="xs">
        <TextInput
          type="datetime-local"
          label={fresh ? t.dialog.planFor : t.dialog.moveTo}
          description={moment?.fit === 'skipped' ? t.skipped(time.short(moment.at)) : t.zone(time.timeZone)}
          min={wallTimeAt(now, time.timeZone)}
          required
          withAsterisk={false}
          value={wall}
          error={wrong}
          onChange={(event) => {
            setWall(event.currentTarget.value);
            setWrong('');
          }}
          flex={1}
        />
        <Button type="submit">{fresh ? t.dialog.plan : t.dialog.move}</Button>
      </Group>
    </form>
  );
}
