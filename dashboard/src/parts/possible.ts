import type { DeliveryState, PostState } from '../../../src/contract/tools.ts';

/** What can be done with a post as it stands; the server decides again. */
export function possible(post: {
  readonly state: PostState;
  readonly deliveries: readonly { readonly state: DeliveryState; readonly attempts?: number }[];
}) {
  const waiting = post.state === 'draft' || post.state === 'scheduled';
  const some = (state: DeliveryState) => post.deliveries.some((delivery) => delivery.state === state);
  return {
    edit: waiting,
    move: waiting,
    cancel: post.state !== 'draft' && some('pending'),
    delete:
      (post.state === 'draft' || post.state === 'canceled') &&
      post.deliveries.every((delivery) => !delivery.attempts),
    retry: some('failed'),
    settle: some('unconfirmed'),
  };
}
