import type { CodeGrant } from './oauth-codes.ts';
import type { World } from './world.ts';

/** Six months without use; every use begins them anew. An app still in "Testing" has a week, whatever it does. */
export function refreshSeconds(username: string): number {
  return (username.toLowerCase().startsWith('testing') ? 7 : 180) * 86_400;
}

/** A refresh token comes with `access_type=offline` only: once for a person and an app, or when asked to consent anew. */
export function bringsRefresh(world: World, platform: string, grant: CodeGrant): boolean {
  if (grant.accessType !== 'offline') return false;
  if (grant.prompt?.split(' ').includes('consent')) return true;
  const earlier = world.store.get(
    `SELECT 1 FROM tokens WHERE platform = ? AND account = ? AND kind = 'refresh' AND expires_at > ?
     AND coalesce(json_extract(data, '$.clientId'), json_extract(data, '$.client.clientId')) = ? LIMIT 1`,
    platform,
    grant.account,
    world.now(),
    grant.clientId,
  );
  return earlier === undefined;
}
