import {
  IconAlertTriangle,
  IconBan,
  IconCheck,
  IconClock,
  IconHelp,
  IconPencil,
  IconSend,
  IconX,
} from '@tabler/icons-react';
import type { DeliveryState, PostState } from '../../../src/contract/tools.ts';

const icons: Record<PostState | DeliveryState, typeof IconClock> = {
  draft: IconPencil,
  scheduled: IconClock,
  pending: IconClock,
  publishing: IconSend,
  published: IconCheck,
  partially_published: IconAlertTriangle,
  unconfirmed: IconHelp,
  failed: IconX,
  canceled: IconBan,
};

/** A state's sign; its name stands beside it or in the label of what holds it. */
export function StateIcon({ state, size = 14 }: { state: PostState | DeliveryState; size?: number }) {
  const Icon = icons[state];
  return <Icon size={size} stroke={2.4} aria-hidden style={{ flexShrink: 0 }} />;
}
