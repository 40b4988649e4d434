import { Button, Collapse, Group, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useId } from 'react';
import type { AttemptView } from '../../../../src/contract/api/posts.ts';
import type { PlatformId } from '../../../../src/contract/platform-ids.ts';
import { OwnWords } from '../../parts/own-words.tsx';
import { useProblemText } from '../../parts/problem-text.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useLanguage, useWords } from '../../words/index.tsx';

/** Every contact with the platform, in our words and in its own. */
export function Attempts({ attempts, platform }: { attempts: readonly AttemptView[]; platform: PlatformId }) {
  const t = useWords().post;
  const id = useId();
  const [opened, { toggle }] = useDisclosure();
  const Icon = opened ? IconChevronUp : IconChevronDown;
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        px={0}
        color="gray"
        aria-expanded={opened}
        aria-controls={id}
        rightSection={<Icon size={14} aria-hidden />}
        onClick={toggle}
      >
        {t.attempts(attempts.length)}
      </Button>
      <Collapse expanded={opened} id={id}>
        <Stack gap="sm" component="ol" pl={0} mt="xs" mb={0} style={{ listStyle: 'none' }}>
          {attempts.map((attempt) => (
            <li key={`${attempt.number}:${attempt.startedAt}`}>
              <Attempt attempt={attempt} platform={platform} />
            </li>
          ))}
        </Stack>
      </Collapse>
    </div>
  );
}

function Attempt({ attempt, platform }: { attempt: AttemptView; platform: PlatformId }) {
  const words = useWords();
  const t = words.post;
  const time = useTime();
  const { language } = useLanguage();
  const problemText = useProblemText();
  const seconds = ((attempt.endedAt - attempt.startedAt) / 1000).toLocaleString(language, {
    maximumFractionDigits: 1,
  });
  return (
    <>
      <Group gap="xs">
        <Text size="sm" fw={600}>
          {t.attempt(attempt.number)}
        </Text>
        <Text size="sm">{t.outcomes[attempt.outcome]}</Text>
        <Text size="sm" c="dimmed">
          {time.short(attempt.startedAt)} · {t.took(seconds)}
        </Text>
      </Group>
      {attempt.problem && <Text size="sm">{problemText(attempt.problem).says}</Text>}
      <OwnWords raw={attempt.raw} problem={attempt.problem} platform={platform} />
    </>
  );
}
