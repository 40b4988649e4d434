import { Alert, Button, List, Text } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import type { Problem } from '../../../src/contract/api/endpoint.ts';
import { isMessageCode, message, nextAction } from '../../../src/contract/messages.ts';
import { ApiError } from '../api/call.ts';
import { useLanguage, useWords } from '../words/index.tsx';
import { platformMarks } from './platform-mark.tsx';

/** What is wrong and what to do about it, in the reader's language. */
export function useProblemText() {
  const { language } = useLanguage();
  const t = useWords().general;
  const settings: Readonly<Record<string, string>> = t.settings;
  return (problem: Problem): { says: string; next: string } => {
    const platform = problem.platform ? platformMarks[problem.platform].name : undefined;
    const facts: Record<string, unknown> = { ...problem.facts, ...(platform && { platform }) };
    if (typeof facts.setting === 'string') facts.setting = settings[facts.setting] ?? facts.setting;
    return isMessageCode(problem.code)
      ? { says: message(problem.code, facts, language), next: nextAction(problem.code, facts, language) }
      : { says: t.somethingWentWrong, next: '' };
  };
}

export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const words = useProblemText();
  return (
    <List size="sm" spacing={4}>
      {problems.map((problem) => {
        const { says, next } = words(problem);
        return (
          <List.Item key={JSON.stringify(problem)}>
            {says}
            {next && (
              <Text size="xs" c="dimmed">
                {next}
              </Text>
            )}
          </List.Item>
        );
      })}
    </List>
  );
}

/** An answer that was no good: its words, every problem, the platform's own words, and a way on. */
export function ErrorNote({ error, retry }: { error: Error; retry?: () => void }) {
  const t = useWords().general;
  const words = useProblemText();
  const known = error instanceof ApiError ? error : null;
  const { says, next } = known ? words({ code: known.code, facts: known.facts }) : { says: '', next: '' };
  const own: Readonly<Record<string, string>> = { offline: t.offline, conflict: t.conflict };
  const title = own[known?.code ?? ''] ?? (says || t.somethingWentWrong);
  const remedy = known?.code === 'offline' ? t.offlineNext : next;
  return (
    <Alert color="red" icon={<IconAlertCircle aria-hidden />} title={title} role="alert">
      {known && known.problems.length > 0 ? (
        <ProblemList problems={known.problems} />
      ) : (
        <Text size="sm">{remedy || t.tryAgain}</Text>
      )}
      {known?.raw && (
        <Text size="xs" ff="monospace">
          {known.raw}
        </Text>
      )}
      {retry && (
        <Button mt="xs" size="compact-sm" variant="light" color="red" onClick={retry}>
          {t.retry}
        </Button>
      )}
    </Alert>
  );
}
