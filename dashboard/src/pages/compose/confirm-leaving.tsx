import { Button, Group, Modal, Text } from '@mantine/core';
import { useWords } from '../../words/index.tsx';

export default function ConfirmLeaving({ onLeave, onStay }: { onLeave(): void; onStay(): void }) {
  const { compose: t, general } = useWords();
  return (
    <Modal
      opened
      onClose={onStay}
      title={t.leaveTitle}
      closeButtonProps={{ 'aria-label': general.close }}
      centered
    >
      <Text size="sm">{t.leaveText}</Text>
      <Group justify="flex-end" gap="xs" mt="md">
        <Button variant="default" onClick={onLeave}>
          {t.leave}
        </Button>
        <Button onClick={onStay} data-autofocus>
          {t.stay}
        </Button>
      </Group>
    </Modal>
  );
}
