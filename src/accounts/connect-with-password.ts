import type { App } from '../context.ts';
import type { PlatformId } from '../contract/platform-ids.ts';
import { PostboteError } from '../errors.ts';
import { createPlainCall } from '../platforms/http.ts';
import { type Owner, saveLogin } from './save-login.ts';

/** For platforms that give out passwords for apps. Returns the names of what was connected. */
export async function connectWithPassword(
  app: Pick<App, 'db' | 'clock' | 'config' | 'platforms' | 'hosts' | 'fetch' | 'foreignFetch' | 'wake'>,
  owner: Owner,
  platformId: PlatformId,
  fields: Readonly<Record<string, string>>,
): Promise<string[]> {
  const platform = app.platforms(platformId);
  const connect = platform?.auth.connect;
  if (!platform || connect?.by !== 'password') throw new PostboteError('not_found');
  const call = createPlainCall(app.fetch, { foreignFetch: app.foreignFetch });
  const hosts = app.hosts(platform, owner.mode);
  const found = await connect
    .login({ call, hosts, now: app.clock.now(), client: null, fields })
    .catch((error: unknown) => {
      if (!(error instanceof PostboteError && error.code === 'platform_auth')) throw error;
      // There is no login yet that could have ended: what was typed is wrong.
      const facts = { platform: platformId, by: 'password' };
      throw new PostboteError('connect_refused', { facts, raw: error.raw, cause: error });
    });
  for (const one of found) await saveLogin(app, owner, platformId, one);
  return found.map((one) => one.name);
}
