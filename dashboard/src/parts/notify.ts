import { notifications } from '@mantine/notifications';

/** A passing word that something went well. Trouble stays where it happened and is no passing word. */
export const notify = (message: string): void => {
  notifications.show({ message, color: 'green', autoClose: 4000, withCloseButton: false });
};
