import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { AccountView } from '../../../../src/contract/api/accounts.ts';
import { PlatformMark, platformMarks } from '../../parts/platform-mark.tsx';
import { useWords } from '../../words/index.tsx';

/** The last look before something is public: which accounts, by name. */
export default function ConfirmPublish({
  accounts,
  busy,
  onClose,
  onConfirm,
}: {
  accounts: readonly AccountView[];
  busy: boolean;
  onClose(): void;
  onConfirm(): void;
}) {
  const { compose: t, general } = useWords();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.confirmTitle}
      closeButtonProps={{ 'aria-label': general.close }}
      centered
    >
      <Stack gap="md">
        <Text size="sm">{t.confirmText}</Text>
        <Stack gap="xs" component="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {accounts.map(({ id, platform, name }) => (
            <Group key={id} component="li" gap="xs" wrap="nowrap">
              <PlatformMark platform={platform} silent />
              <Text size="sm">
                {platformMarks[platform].name} · {name}
              </Text>
            </Group>
          ))}
        </Stack>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {general.cancel}
          </Button>
          <Button onClick={onConfirm} loading={busy} data-autofocus>
            {t.confirmYes}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
