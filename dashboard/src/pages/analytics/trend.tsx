import { Group, Text, VisuallyHidden } from '@mantine/core';
import { IconArrowDownRight, IconArrowUpRight, IconEqual } from '@tabler/icons-react';
import { useLanguage, useWords } from '../../words/index.tsx';

/** How a number compares with the window before; the arrow and the sign say it, the colour only helps. */
export function Trend({ now, before, days }: { now: number; before: number; days: number }) {
  const t = useWords().analytics.trend;
  const { language } = useLanguage();
  if (before === 0 && now === 0) return null;
  const part = before === 0 ? null : (now - before) / before;
  const percent = Math.abs(part ?? 0).toLocaleString(language, {
    style: 'percent',
    maximumFractionDigits: 0,
  });
  const [Icon, color, said, shown] =
    part === null
      ? [IconArrowUpRight, 'green', t.new, t.new]
      : part > 0
        ? [IconArrowUpRight, 'green', t.up(percent), `+${percent}`]
        : part < 0
          ? [IconArrowDownRight, 'red', t.down(percent), `−${percent}`]
          : [IconEqual, 'gray', t.same, t.same];
  return (
    <Group
      gap={2}
      wrap="nowrap"
      c={`var(--mantine-color-${color}-light-color)`}
      title={t.before(before.toLocaleString(language), days)}
    >
      <Icon size={14} stroke={2.2} aria-hidden style={{ flexShrink: 0 }} />
      <Text size="xs" fw={600} aria-hidden>
        {shown}
      </Text>
      <VisuallyHidden>
        {said}, {t.before(before.toLocaleString(language), days)}
      </VisuallyHidden>
    </Group>
  );
}
