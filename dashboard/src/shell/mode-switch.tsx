import { SegmentedControl } from '@mantine/core';
import { usePlace } from '../api/place.ts';
import { useWords } from '../words/index.tsx';

/** Live or sandbox; without a sandbox there is nothing to choose. */
export function ModeSwitch() {
  const { me, mode, setMode } = usePlace();
  const t = useWords().shell;
  if (!me.sandbox) return null;
  return (
    <SegmentedControl
      size="xs"
      value={mode}
      onChange={(value) => setMode(value === 'live' ? 'live' : 'test')}
      data={[
        { value: 'live', label: t.live },
        { value: 'test', label: t.sandbox },
      ]}
      aria-label={t.modeHint}
      title={t.modeHint}
    />
  );
}
