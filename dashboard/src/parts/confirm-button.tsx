import { Button, type ButtonProps, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { useWords } from '../words/index.tsx';
import { ErrorNote } from './problem-text.tsx';

/** A press that asks once more before it does something that cannot be undone. */
export function ConfirmButton({
  title,
  text,
  action,
  label,
  color = 'red',
  pending,
  error,
  disabled,
  onConfirm,
  children,
  ...button
}: {
  title: string;
  text: ReactNode;
  /** On the confirming button. */
  action: string;
  /** Read aloud where the button shows less. */
  label?: string;
  pending?: boolean;
  error?: Error | null;
  disabled?: boolean;
  onConfirm: (close: () => void) => void;
  children: ReactNode;
} & Pick<ButtonProps, 'color' | 'size' | 'variant' | 'leftSection' | 'fullWidth'>) {
  const t = useWords().general;
  const [opened, modal] = useDisclosure();
  const [before, setBefore] = useState(error);
  const ask = () => {
    // Why an earlier press was refused, perhaps of another button, is no answer to this one.
    setBefore(error);
    modal.open();
  };
  return (
    <>
      <Button {...button} color={color} disabled={disabled} onClick={ask} aria-label={label}>
        {children}
      </Button>
      <Modal opened={opened} onClose={modal.close} title={title} closeButtonProps={{ 'aria-label': t.close }}>
        <Stack>
          {error && error !== before && <ErrorNote error={error} />}
          {typeof text === 'string' ? <Text>{text}</Text> : text}
          <Group justify="flex-end">
            <Button variant="default" onClick={modal.close}>
              {t.cancel}
            </Button>
            <Button color={color} loading={pending} onClick={() => onConfirm(modal.close)}>
              {action}
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
