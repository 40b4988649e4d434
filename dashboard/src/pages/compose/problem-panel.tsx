import { Group, Loader, Paper, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconListCheck } from '@tabler/icons-react';
import type { Ref } from 'react';
import { PlatformMark } from '../../parts/platform-mark.tsx';
import { useWords } from '../../words/index.tsx';
import type { Told } from './use-problems.ts';

/** What is left to do before this can go out, all of it, each with its remedy. */
export function ProblemPanel({
  told,
  checking,
  failed,
  ref,
}: {
  told: readonly Told[];
  checking: boolean;
  failed: boolean;
  ref: Ref<HTMLDivElement>;
}) {
  const t = useWords().compose;
  const ready = told.length === 0;
  return (
    <Paper ref={ref} tabIndex={-1} withBorder p="md" role="status" aria-live="polite" data-testid="problems">
      <Group gap="xs" mb={ready ? 0 : 'xs'}>
        {ready ? (
          <IconCircleCheck size={20} aria-hidden color="var(--mantine-color-green-7)" />
        ) : (
          <IconListCheck size={20} aria-hidden color="var(--mantine-color-orange-7)" />
        )}
        <Text size="sm" fw={600}>
          {ready ? (checking ? t.checking : t.noProblems) : t.problems(told.length)}
        </Text>
        {checking && <Loader size={12} aria-hidden />}
      </Group>
      {told.length > 0 && (
        <Stack gap="xs" component="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {told.map(({ key, problem, says, next, accountName }) => (
            <Group key={key} component="li" gap="xs" wrap="nowrap" align="flex-start">
              {problem.platform && <PlatformMark platform={problem.platform} size={18} />}
              <div>
                <Text size="sm">
                  {says}
                  {accountName && ` (${accountName})`}
                </Text>
                {next && (
                  <Text size="xs" c="dimmed">
                    {next}
                  </Text>
                )}
              </div>
            </Group>
          ))}
        </Stack>
      )}
      {failed && (
        <Text size="xs" c="dimmed">
          {t.checkFailed}
        </Text>
      )}
    </Paper>
  );
}
