import '@mantine/notifications/styles.css';
import { Notifications } from '@mantine/notifications';

/** Where passing words appear. Loaded after the page: none of them is spoken before something was done. */
export default function Notices() {
  return <Notifications position="top-right" />;
}
