import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useWords } from '../../words/index.tsx';

/** Text is kept wherever one goes; only a running upload would break off. */
export function LeaveGuard({ uploading, unsaved }: { uploading: boolean; unsaved: boolean }) {
  const { compose: t, general } = useWords();
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: () => uploading,
    enableBeforeUnload: () => uploading || unsaved,
    withResolver: true,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={t.leaveTitle}
      closeButtonProps={{ 'aria-label': general.close }}
      centered
    >
      <Text size="sm">{t.leaveText}</Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={() => proceed?.()}>
          {t.leave}
        </Button>
        <Button onClick={() => reset?.()} data-autofocus>
          {t.stay}
        </Button>
      </Group>
    </Modal>
  );
}
