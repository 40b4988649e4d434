import { Alert, Button, CloseButton, Group, Text } from '@mantine/core';
import { IconHistory, IconLock, IconUsers } from '@tabler/icons-react';
import { usePlace } from '../../api/place.ts';
import { ButtonLink } from '../../parts/links.tsx';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';
import type { Snapshot } from './editing.ts';

/** Another person, another window, or an earlier visit: told at once, with a way out that loses nothing. */
export function Notices({
  postId,
  snapshot,
  restoredAt,
  onKeepRestored,
  onLoadTheirs,
  onKeepAsCopy,
  onDismiss,
  refusedItself,
  busy,
}: {
  postId: string;
  snapshot: Snapshot;
  restoredAt: number | null;
  onKeepRestored(): void;
  onLoadTheirs(): void;
  onKeepAsCopy(): void;
  onDismiss(): void;
  /** Saving by itself was refused, not a button. */
  refusedItself: boolean;
  busy: boolean;
}) {
  const { compose: t, general } = useWords();
  const { me } = usePlace();
  const time = useTime();
  const { clash, takenOver, state } = snapshot;
  const named = (author: string | null) => (author === me.user.name ? t.clashYourself : author || t.someone);
  const copy = (
    <Button size="compact-sm" onClick={onKeepAsCopy} loading={busy}>
      {t.keepAsCopy}
    </Button>
  );
  if (clash) {
    const [title, text] = {
      changed: [t.clashTitle(named(clash.author)), t.clashText],
      begun: [t.begunTitle, t.begunText],
      gone: [t.deletedTitle, t.deletedText],
    }[clash.reason];
    return (
      <Alert color="orange" icon={<IconUsers aria-hidden />} title={title} role="alert">
        <Text size="sm">{text}</Text>
        <Group gap="xs" mt="xs">
          {copy}
          {clash.reason !== 'gone' && (
            <Button size="compact-sm" variant="default" onClick={onLoadTheirs} disabled={busy}>
              {t.loadTheirs}
            </Button>
          )}
        </Group>
      </Alert>
    );
  }
  if (state !== null && !['draft', 'scheduled', 'canceled'].includes(state)) {
    return (
      <Alert icon={<IconLock aria-hidden />} title={t.lockedTitle} color="gray">
        <Text size="sm">{t.lockedText}</Text>
        <Group gap="xs" mt="xs">
          <ButtonLink size="compact-sm" to="/posts/$postId" params={{ postId }}>
            {t.toPost}
          </ButtonLink>
          <Button size="compact-sm" variant="default" onClick={onKeepAsCopy} loading={busy}>
            {t.duplicate}
          </Button>
        </Group>
      </Alert>
    );
  }
  if (restoredAt !== null && snapshot.phase !== 'saved') {
    return (
      <Alert icon={<IconHistory aria-hidden />} title={t.restored(time.short(restoredAt))} role="status">
        <Text size="sm">{t.restoredText}</Text>
        <Group gap="xs" mt="xs">
          <Button size="compact-sm" onClick={onKeepRestored}>
            {t.keepRestored}
          </Button>
          {snapshot.revision !== null && (
            <Button size="compact-sm" variant="default" onClick={onLoadTheirs}>
              {t.discardRestored}
            </Button>
          )}
        </Group>
      </Alert>
    );
  }
  if (takenOver !== null) {
    return (
      <Alert icon={<IconUsers aria-hidden />} role="status">
        <Group justify="space-between" wrap="nowrap">
          <Text size="sm">{t.takenOver(named(takenOver))}</Text>
          <CloseButton aria-label={general.close} onClick={onDismiss} />
        </Group>
      </Alert>
    );
  }
  return refusedItself && snapshot.phase === 'refused' && snapshot.error instanceof Error ? (
    <ErrorNote error={snapshot.error} />
  ) : null;
}
