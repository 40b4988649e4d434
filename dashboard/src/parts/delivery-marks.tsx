import { Box, Group, Text } from '@mantine/core';
import type { PostRow } from '../../../src/contract/api/posts.ts';
import type { PlatformId } from '../../../src/contract/platform-ids.ts';
import type { DeliveryState } from '../../../src/contract/tools.ts';
import { useWords } from '../words/index.tsx';
import { platformsAmong } from './by-platform.ts';
import { PlatformMark, platformMarks } from './platform-mark.tsx';
import { stateColor } from './state-badge.tsx';
import { StateIcon } from './state-icon.tsx';

/** What needs a person comes before what is under way, and that before what is done. */
const gravity: readonly DeliveryState[] = [
  'failed',
  'unconfirmed',
  'publishing',
  'pending',
  'published',
  'canceled',
];

/** Each platform once, with the gravest state among its accounts; all of them are read aloud. */
export function DeliveryMarks({ deliveries, most = 6 }: Pick<PostRow, 'deliveries'> & { most?: number }) {
  const t = useWords().general.deliveryStates;
  const ofPlatform = Map.groupBy(deliveries, (delivery) => delivery.platform);
  const platforms = platformsAmong(deliveries);
  return (
    <Group gap={6} wrap="nowrap">
      {platforms.slice(0, most).map((platform) => {
        const own = ofPlatform.get(platform) ?? [];
        const states = gravity.filter((state) => own.some((one) => one.state === state));
        const told = states.map((state) => {
          const count = own.filter((one) => one.state === state).length;
          return own.length > 1 ? `${count} × ${t[state]}` : t[state];
        });
        return (
          <Mark
            key={platform}
            platform={platform}
            state={states[0] ?? 'pending'}
            label={`${platformMarks[platform].name}: ${told.join(', ')}`}
          />
        );
      })}
      {platforms.length > most && (
        <Text size="xs" c="dimmed" style={{ flexShrink: 0 }}>
          +{platforms.length - most}
        </Text>
      )}
    </Group>
  );
}

function Mark({ platform, state, label }: { platform: PlatformId; state: DeliveryState; label: string }) {
  const color = stateColor(state);
  return (
    <Box component="span" role="img" aria-label={label} title={label} pos="relative" h={24} w={28}>
      <PlatformMark platform={platform} size={22} silent />
      <Box
        component="span"
        pos="absolute"
        right={0}
        bottom={-2}
        w={14}
        h={14}
        c={`var(--mantine-color-${color}-light-color)`}
        bg="var(--mantine-color-body)"
        style={{ borderRadius: 7, display: 'grid', placeItems: 'center', border: '1px solid currentColor' }}
      >
        <StateIcon state={state} size={10} />
      </Box>
    </Box>
  );
}
