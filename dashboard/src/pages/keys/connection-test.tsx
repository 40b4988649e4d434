import { Alert, Button, Group, List, PasswordInput, Text, ThemeIcon } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import type { ConnectionStage } from '../../../../src/contract/api/keys.ts';
import { usePlace } from '../../api/place.ts';
import { useChange } from '../../api/use-api.ts';
import { ErrorNote } from '../../parts/problem-text.tsx';
import { Section } from '../../parts/section.tsx';
import { useWords } from '../../words/index.tsx';

export function ConnectionTest({ secret }: { secret: string | null }) {
  const t = useWords().keys;
  const { workspace } = usePlace();
  const [typed, setTyped] = useState('');
  const test = useChange('testConnection');
  const key = typed.trim() || secret;
  const failed = test.data?.stages.find((stage) => !stage.ok);
  return (
    <Section title={t.test} text={t.testText}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          test.mutate({ workspaceId: workspace.id, ...(key ? { key } : {}) });
        }}
      >
        <Group align="flex-end">
          <PasswordInput
            label={t.testKey}
            placeholder={secret ? '••••••••' : 'pb_…'}
            autoComplete="off"
            flex={1}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" loading={test.isPending}>
            {t.testButton}
          </Button>
        </Group>
      </form>
      <div aria-live="polite">
        {test.error && <ErrorNote error={test.error} />}
        {test.data && (
          <>
            <List spacing="xs" center listStyleType="none">
              {test.data.stages.map((stage) => (
                <Stage key={stage.name} stage={stage} />
              ))}
            </List>
            <Alert color={failed ? 'red' : 'green'} mt="sm">
              {failed ? t.advice[failed.name] : key ? t.testGood : t.testWithoutKey}
            </Alert>
          </>
        )}
      </div>
    </Section>
  );
}

function Stage({ stage }: { stage: ConnectionStage }) {
  const t = useWords().keys;
  return (
    <List.Item
      icon={
        <ThemeIcon color={stage.ok ? 'green' : 'red'} size={22} radius="xl">
          {stage.ok ? <IconCheck size={15} aria-hidden /> : <IconX size={15} aria-hidden />}
        </ThemeIcon>
      }
    >
      <Text component="span" size="sm">
        {t.stages[stage.name]}{' '}
        <Text component="span" size="xs" c="dimmed">
          {stage.detail}
        </Text>
      </Text>
    </List.Item>
  );
}
