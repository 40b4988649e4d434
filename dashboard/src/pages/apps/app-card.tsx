import { Badge, Button, Card, Collapse, Group, List, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { AppView } from '../../../../src/contract/api/accounts.ts';
import { useChange } from '../../api/use-api.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { CopyField } from '../../parts/copy-field.tsx';
import { PlatformMark, platformMarks } from '../../parts/platform-mark.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';
import { AppForm } from './app-form.tsx';

export function AppCard({ app }: { app: AppView }) {
  const words = useWords();
  const t = words.accounts.apps;
  const time = useTime();
  const [opened, form] = useDisclosure();
  const remove = useChange('removeApp', ['listApps', 'listPlatforms']);
  const { name } = platformMarks[app.platform];
  const entered = app.clientId !== null;
  return (
    <Card withBorder padding="md" component="article" aria-label={name}>
      <Group justify="space-between" gap="sm">
        <Group gap="md" wrap="nowrap">
          <PlatformMark platform={app.platform} size={32} silent />
          <div>
            <Group gap="xs">
              <Text fw={600}>{name}</Text>
              <Badge variant="light" color={entered ? 'green' : 'gray'} tt="none">
                {app.enteredAt === null ? t.notEntered : t.entered(time.short(app.enteredAt))}
              </Badge>
            </Group>
            {app.clientId !== null && (
              <Text size="sm" c="dimmed" ff="monospace">
                {app.clientId}
              </Text>
            )}
          </div>
        </Group>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={form.toggle} aria-expanded={opened}>
            {entered ? t.edit : t.enter}
          </Button>
          {entered && (
            <ConfirmButton
              size="compact-sm"
              variant="subtle"
              title={words.accounts.removeOf(name)}
              text={t.removeSure}
              action={words.general.remove}
              label={words.accounts.removeOf(name)}
              pending={remove.isPending}
              error={remove.error}
              onConfirm={(close) => remove.mutate({ platform: app.platform }, { onSuccess: close })}
            >
              {words.general.remove}
            </ConfirmButton>
          )}
        </Group>
      </Group>
      <Collapse expanded={opened} keepMounted={false}>
        <Stack pt="md" maw={640}>
          <List type="ordered" size="sm" spacing={4}>
            {words.accounts.guides[app.platform].map((step) => (
              <List.Item key={step}>{step}</List.Item>
            ))}
          </List>
          <Text size="sm" fw={600}>
            {words.accounts.redirect}
          </Text>
          <CopyField value={app.redirectUri} label={words.accounts.redirect} />
          <AppForm app={app} done={form.close} />
        </Stack>
      </Collapse>
    </Card>
  );
}
