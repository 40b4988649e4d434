import { ActionIcon, Code, CopyButton, Group, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useWords } from '../words/index.tsx';

/** Something to be copied: shown whole, copied with one press. */
export function CopyField({ value, label }: { value: string; label: string }) {
  const t = useWords().general;
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block flex={1} tabIndex={0} aria-label={label} style={{ whiteSpace: 'pre-wrap' }}>
        {value}
      </Code>
      <CopyButton value={value}>
        {({ copied, copy }) => (
          <Tooltip label={copied ? t.copied : t.copy}>
            <ActionIcon variant="default" size="lg" onClick={copy} aria-label={`${t.copy}: ${label}`}>
              {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
