import type { Account } from '../store.ts';

/**
 * States a real account can be in, chosen here by how the user name begins:
 * - `no-channel`: a Google account without a YouTube channel;
 * - `unverified`: no phone number confirmed, so no custom thumbnails and no long videos;
 * - `unaudited`: the app has not passed YouTube's audit, which locks every upload to private.
 */
export type Trait = 'no-channel' | 'unverified' | 'unaudited';

export function has(account: Account, trait: Trait): boolean {
  return account.username.toLowerCase().startsWith(trait);
}
