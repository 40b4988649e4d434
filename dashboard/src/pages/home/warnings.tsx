import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle, IconPlayerPause } from '@tabler/icons-react';
import type { Pulse } from '../../../../src/contract/api/insights.ts';
import { usePlace } from '../../api/place.ts';
import { useChange } from '../../api/use-api.ts';
import { useWords } from '../../words/index.tsx';

/** What must not be overlooked. */
export function Warnings({ pulse }: { pulse: Pulse }) {
  const t = useWords().home;
  const { workspace, canEdit } = usePlace();
  const pause = useChange('pausePublishing', ['readHome', 'me']);
  return (
    <>
      {pulse.paused && (
        <Alert
          color="yellow"
          variant="filled"
          autoContrast
          icon={<IconPlayerPause aria-hidden />}
          title={t.pausedTitle}
          role="alert"
        >
          <Stack gap="xs" align="flex-start">
            {t.pausedText}
            {canEdit && (
              <Button
                color="dark"
                size="compact-md"
                loading={pause.isPending}
                onClick={() => pause.mutate({ workspaceId: workspace.id, paused: false })}
              >
                {t.resume}
              </Button>
            )}
          </Stack>
        </Alert>
      )}
      {pulse.stalled && (
        <Alert
          color="red"
          variant="filled"
          icon={<IconAlertTriangle aria-hidden />}
          title={t.stalledTitle}
          role="alert"
        >
          {t.stalledText}
        </Alert>
      )}
    </>
  );
}
