import { Group, Loader, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCloudOff, IconPencil } from '@tabler/icons-react';
import { useTime } from '../../parts/use-time.ts';
import { useWords } from '../../words/index.tsx';
import type { Snapshot } from './editing.ts';

/** Where what is on the screen is safe. */
export function SaveState({ snapshot }: { snapshot: Snapshot }) {
  const t = useWords().compose;
  const time = useTime();
  const { phase, kept, savedAt, revision, clash } = snapshot;
  const size = 16;
  const state = () => {
    if (phase === 'saving') return { icon: <Loader size={12} aria-hidden />, text: t.stateSaving };
    if (phase === 'saved') {
      if (revision === null) return { icon: <IconPencil size={size} aria-hidden />, text: t.stateNew };
      const text = savedAt ? t.stateSavedAt(time.clock(savedAt)) : t.stateSaved;
      return { icon: <IconCheck size={size} aria-hidden />, text };
    }
    if (!kept) return { icon: <IconAlertTriangle size={size} aria-hidden />, text: t.stateNotKept };
    if (phase === 'offline') return { icon: <IconCloudOff size={size} aria-hidden />, text: t.stateOffline };
    if (phase === 'refused') {
      return { icon: <IconAlertTriangle size={size} aria-hidden />, text: t.stateRefused };
    }
    const waits = snapshot.state !== null && snapshot.state !== 'draft';
    const text = waits || clash ? t.stateKeptHere : t.stateUnsaved;
    return { icon: <IconPencil size={size} aria-hidden />, text };
  };
  const { icon, text } = state();
  return (
    <Group gap={6} wrap="nowrap" role="status" aria-live="polite" data-phase={phase} data-testid="save-state">
      {icon}
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </Group>
  );
}
