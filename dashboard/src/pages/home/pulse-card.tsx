import { Card, Group, Stack, Text, Title } from '@mantine/core';
import type { Pulse } from '../../../../src/contract/api/insights.ts';
import { usePlace } from '../../api/place.ts';
import { useChange } from '../../api/use-api.ts';
import { ConfirmButton } from '../../parts/confirm-button.tsx';
import { useTime } from '../../parts/use-time.ts';
import { useLanguage, useWords } from '../../words/index.tsx';

/** The publisher's heartbeat: does it live, how punctual is it, and the switch to stop it all. */
export function PulseCard({ pulse }: { pulse: Pulse }) {
  const t = useWords().home;
  const time = useTime();
  const { language } = useLanguage();
  const { workspace, canEdit } = usePlace();
  const pause = useChange('pausePublishing', ['readHome', 'me']);
  const seconds = (ms: number) =>
    `${(ms / 1000).toLocaleString(language, { maximumFractionDigits: ms < 10_000 ? 2 : 0 })} s`;
  const { latenessP50, latenessP95 } = pulse;
  const well = !pulse.stalled && !pulse.paused;
  return (
    <Card withBorder padding="lg" component="section">
      <Stack gap="sm">
        <Group gap="xs">
          <span
            aria-hidden
            style={{
              width: 12,
              height: 12,
              borderRadius: 6,
              background: `var(--mantine-color-${well ? 'green' : pulse.paused ? 'yellow' : 'red'}-6)`,
            }}
          />
          <Title order={2} size="h4">
            {t.pulse}
          </Title>
        </Group>
        <Text size="sm">{pulse.beatAt === null ? t.noBeat : t.beat(time.relative(pulse.beatAt))}</Text>
        <div>
          <Text size="sm" fw={600}>
            {t.onTime}
          </Text>
          <Text size="sm">
            {latenessP50 === null || latenessP95 === null
              ? t.noLate
              : t.late(seconds(latenessP50), seconds(latenessP95))}
          </Text>
        </div>
        <Text size="sm" c={pulse.overdue > 0 ? 'red' : 'dimmed'}>
          {t.overdue(pulse.overdue)}
        </Text>
        {canEdit && !pulse.paused && (
          <ConfirmButton
            variant="default"
            color="red"
            title={t.pause}
            text={t.pauseSure}
            action={t.pause}
            pending={pause.isPending}
            error={pause.error}
            onConfirm={(close) =>
              pause.mutate({ workspaceId: workspace.id, paused: true }, { onSuccess: close })
            }
          >
            {t.pause}
          </ConfirmButton>
        )}
      </Stack>
    </Card>
  );
}
