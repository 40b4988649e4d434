import type { Quota } from '../quotas.ts';
import type { World } from '../world.ts';
import { throttled } from './answers.ts';
import { linkedin, memberOf } from './login.ts';

/** "Share on LinkedIn": 150 requests per member and day, counted from 00:00 UTC. */
const selfServePerDay = 150;

/** A partner's figure stands in the developer portal only. No header tells, and none says when to come back. */
export const postsQuota: Quota = {
  name: 'posts',
  limit: (world, member) => (isPartner(world, member) ? null : selfServePerDay),
  span: { dayIn: 'UTC' },
  // Pages are posted to with a member's login, and count as the member's.
  bucket: (world, account) => memberOf(world, account.id)?.id ?? account.id,
  exceeded: () => throttled('DAY'),
};

function isPartner(world: World, member: string): boolean {
  const row = world.store.get(
    `SELECT json_extract(data, '$.scope') AS scope FROM tokens
     WHERE platform = ? AND account = ? AND kind = 'access' ORDER BY rowid DESC LIMIT 1`,
    linkedin,
    member,
  );
  return /organization|r_basicprofile/.test(String(row?.scope ?? ''));
}
