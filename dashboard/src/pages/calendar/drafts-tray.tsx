import { Text, Title } from '@mantine/core';
import type { PostRow } from '../../../../src/contract/api/posts.ts';
import { useWords } from '../../words/index.tsx';
import classes from './calendar.module.css';
import { Entry } from './entry.tsx';
import { useCalendarDoes } from './grid-context.ts';

/** Drafts wait here until somebody gives them a time. */
export function DraftsTray({ drafts }: { drafts: readonly PostRow[] }) {
  const t = useWords().calendar;
  const { canEdit } = useCalendarDoes();
  if (drafts.length === 0) return null;
  return (
    <section aria-label={t.drafts}>
      <Title order={2} size="h6">
        {t.drafts}
      </Title>
      {canEdit && (
        <Text size="sm" c="dimmed" mb="xs">
          {t.draftsHint}
        </Text>
      )}
      <div className={classes.tray}>
        {drafts.map((post) => (
          <Entry key={post.id} post={post} roomy />
        ))}
      </div>
    </section>
  );
}
