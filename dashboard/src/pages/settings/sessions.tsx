import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { authCall } from '../../api/auth.ts';
import { AuthError } from '../../parts/auth-error.tsx';
import { Loaded } from '../../parts/page.tsx';
import { Section } from '../../parts/section.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';
import { deviceName } from './device-name.ts';
import { useAuthChange } from './use-auth-change.ts';

interface OwnSession {
  readonly id: string;
  readonly current: boolean;
  readonly address: string | null;
  readonly userAgent: string | null;
  readonly createdAt: number;
}

export function Sessions() {
  const t = useWords().settingsPage;
  const time = useTime();
  const sessions = useQuery({
    queryKey: ['sessions'],
    queryFn: () => authCall<{ sessions: OwnSession[] }>('/sessions'),
  });
  const end = useAuthChange('/sessions/revoke', ['sessions']);
  const endOthers = useAuthChange('/revoke-other-sessions', ['sessions']);
  return (
    <Section title={t.sessions} text={t.sessionsText}>
      <AuthError error={end.error ?? endOthers.error} />
      <Loaded query={sessions} height={60}>
        {({ sessions: list }) => (
          <Stack gap="sm">
            {list.map((one) => (
              <Group key={one.id} justify="space-between" wrap="nowrap">
                <div>
                  <Group gap="xs">
                    <Text>{deviceName(one.userAgent) ?? t.unknownDevice}</Text>
                    {one.current && (
                      <Badge variant="light" tt="none">
                        {t.thisSession}
                      </Badge>
                    )}
                  </Group>
                  <Text size="sm" c="dimmed">
                    {[one.address, t.since(time.short(one.createdAt))].filter(Boolean).join(' · ')}
                  </Text>
                </div>
                {!one.current && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    onClick={() => end.mutate({ id: one.id })}
                  >
                    {t.endSession}
                  </Button>
                )}
              </Group>
            ))}
            {list.length > 1 && (
              <Group>
                <Button
                  variant="default"
                  color="red"
                  loading={endOthers.isPending}
                  onClick={() => endOthers.mutate({})}
                >
                  {t.endOthers}
                </Button>
              </Group>
            )}
          </Stack>
        )}
      </Loaded>
    </Section>
  );
}
