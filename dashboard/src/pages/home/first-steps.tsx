import { Card, Group, List, Text, ThemeIcon, Title } from '@mantine/core';
import { IconCheck, IconCircle } from '@tabler/icons-react';
import { usePlace } from '../../api/place.ts';
import { useRead } from '../../api/use-api.ts';
import { AnchorLink } from '../../parts/links.tsx';
import { useWords } from '../../words/index.tsx';

/** For newcomers; gone once all of it is done. */
export function FirstSteps({
  counts,
}: {
  counts: { accounts: number; scheduled: number; published30: number; drafts: number };
}) {
  const t = useWords().home;
  const { workspace } = usePlace();
  const keys = useRead('listKeys', { workspaceId: workspace.id });
  const used = keys.data?.keys.some((key) => key.calls > 0) ?? true;
  const steps = [
    { name: 'account', to: '/accounts', done: counts.accounts > 0 },
    { name: 'key', to: '/keys', done: used },
    { name: 'post', to: '/compose', done: counts.scheduled + counts.published30 + counts.drafts > 0 },
  ] as const;
  if (steps.every((step) => step.done)) return null;
  return (
    <Card withBorder padding="lg" component="section">
      <Title order={2} size="h4" mb="sm">
        {t.firstSteps}
      </Title>
      <List listStyleType="none" spacing="xs" center>
        {steps.map(({ name, to, done }) => (
          <List.Item
            key={name}
            icon={
              <ThemeIcon
                size={24}
                radius="xl"
                color={done ? 'green' : 'gray'}
                variant={done ? 'filled' : 'light'}
              >
                {done ? <IconCheck size={16} aria-hidden /> : <IconCircle size={16} aria-hidden />}
              </ThemeIcon>
            }
          >
            {done ? (
              <Group gap={6}>
                <Text td="line-through" c="dimmed">
                  {t.steps[name]}
                </Text>
                <Text size="xs" c="dimmed">
                  ({t.done})
                </Text>
              </Group>
            ) : (
              <AnchorLink to={to}>{t.steps[name]}</AnchorLink>
            )}
          </List.Item>
        ))}
      </List>
    </Card>
  );
}
