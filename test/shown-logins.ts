import { unseal } from '../src/accounts/secrets.ts';
import { type PlatformId, platformIds } from '../src/contract/platform-ids.ts';
import { PostboteError } from '../src/errors.ts';
import { createPlainCall } from '../src/platforms/http.ts';
import { platforms } from '../src/platforms/index.ts';
import type { Credentials } from '../src/platforms/signing-in.ts';
import type { TestApp } from './start-app.ts';

export interface ShownLogin {
  readonly platform: PlatformId;
  readonly credentials: Credentials;
}

/** Those that can be told that a login is over. */
export const endable = platformIds.filter((id) => platforms[id].auth.revocation !== undefined);

/** A workspace's logins at those. */
export async function loginsOf({ app }: TestApp, workspaceId: string): Promise<ShownLogin[]> {
  const rows = await app.db.query
    .selectFrom('accounts')
    .select(['id', 'platform', 'credentials'])
    .where('workspace_id', '=', workspaceId)
    .where('platform', 'in', endable)
    .where('state', '<>', 'removed')
    .execute();
  return rows.map(({ id, platform, credentials }) => ({
    platform,
    credentials: unseal<Credentials>(app.config.encryptionKey, id, credentials),
  }));
}

/** What each platform says to somebody who shows a login once more: that it goes on, or the code of its refusal. */
export async function showAgain(
  app: TestApp,
  logins: readonly ShownLogin[],
): Promise<Partial<Record<PlatformId, string>>> {
  const said = await Promise.all(logins.map(async (one) => [one.platform, await show(app, one)] as const));
  return Object.fromEntries(said);
}

function show({ app }: TestApp, { platform, credentials }: ShownLogin): Promise<string> {
  // With its app password Bluesky would simply be signed in to again.
  const { extra: { appPassword: _, ...extra } = {}, ...login } = credentials;
  const at = {
    call: createPlainCall(fetch),
    hosts: app.hosts(platforms[platform], 'test'),
    client: { id: 'postbote-sandbox', secret: 'postbote-sandbox-secret' },
    now: app.clock.now(),
    credentials: { ...login, extra },
  };
  return platforms[platform].auth.refresh(at).then(
    () => 'goes on',
    (error) => (error instanceof PostboteError ? error.code : String(error)),
  );
}
