import type { DeliveryState, PostState } from '../contract/tools.ts';

/** A post's state is derived from its deliveries and never stored. */
export function postState(scheduledAt: number | null, deliveries: readonly DeliveryState[]): PostState {
  // Somebody is still writing and has chosen no account.
  if (deliveries.length === 0) return 'draft';
  const states = new Set(deliveries);
  if (deliveries.every((state) => state === 'canceled')) return 'canceled';
  if (states.has('publishing')) return 'publishing';
  if (states.has('pending')) {
    const untouched = deliveries.every((state) => state === 'pending' || state === 'canceled');
    if (!untouched) return 'publishing';
    return scheduledAt === null ? 'draft' : 'scheduled';
  }
  if (!states.has('published')) return 'failed';
  return states.has('failed') || states.has('unconfirmed') ? 'partially_published' : 'published';
}
