import { Button, Group, Paper, Text } from '@mantine/core';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import { useWords } from '../../words/index.tsx';
import classes from './posts.module.css';
import { type ActionKind, actionKinds, allows } from './use-post-actions.ts';

/** Counts tell how many of the chosen posts each action fits. */
export function BulkBar({
  posts,
  running,
  onAct,
  onClear,
}: {
  posts: readonly PostRow[];
  running: ActionKind | null;
  onAct: (kind: ActionKind, posts: readonly PostRow[]) => void;
  onClear: () => void;
}) {
  const t = useWords().posts;
  return (
    <Paper withBorder shadow="md" p="xs" className={classes.bar} role="toolbar" aria-label={t.bulk}>
      <Group gap="xs">
        <Text fw={600} size="sm" px="xs" role="status">
          {t.selected(posts.length)}
        </Text>
        {actionKinds.map((kind) => {
          const fitting = posts.filter(
            (post) => allows(kind, post) && (kind !== 'delete' || post.state === 'draft'),
          );
          if (fitting.length === 0) return null;
          return (
            <Button
              key={kind}
              size="compact-md"
              variant="light"
              color={kind === 'delete' ? 'red' : undefined}
              loading={running === kind}
              disabled={running !== null && running !== kind}
              onClick={() => onAct(kind, fitting)}
            >
              {t.bulkActions[kind](fitting.length)}
            </Button>
          );
        })}
        <Button size="compact-md" variant="subtle" color="gray" onClick={onClear}>
          {t.unselect}
        </Button>
      </Group>
    </Paper>
  );
}
