import type { App } from '../context.ts';
import type { Mode, PlatformId } from '../contract/platform-ids.ts';
import { PostboteError } from '../errors.ts';
import { createPlainCall } from '../platforms/http.ts';
import type { Credentials, Revocation } from '../platforms/signing-in.ts';
import { accountsOfSameApp } from '../store/account-logins.ts';
import { readPlatformApp } from './platform-app.ts';
import { unseal } from './secrets.ts';

type Reach = Pick<App, 'db' | 'clock' | 'config' | 'fetch' | 'foreignFetch' | 'platforms' | 'hosts' | 'log'>;

export interface EndedLogin {
  readonly id: string;
  readonly platform: PlatformId;
  readonly mode: Mode;
  readonly external_id: string;
  readonly credentials: string;
}

/**
 * Ends the login of an account that is gone, at the platform. As well as it goes: what the platform says to it brings
 * nothing back. `within`: how long there is time for it. True: it is over.
 */
export async function endLogin(app: Reach, login: EndedLogin, within?: AbortSignal): Promise<boolean> {
  const platform = app.platforms(login.platform);
  const revocation = platform?.auth.revocation;
  if (!platform || !revocation || login.credentials === '') return false;
  try {
    const client = await readPlatformApp(app, login.platform, login.mode);
    if (await isNeeded(app, revocation.ends, login, client?.id ?? '')) return false;
    await revocation.revoke({
      call: createPlainCall(app.fetch, { foreignFetch: app.foreignFetch, signal: within }),
      hosts: app.hosts(platform, login.mode),
      now: app.clock.now(),
      client,
      credentials: unseal<Credentials>(app.config.encryptionKey, login.id, login.credentials),
    });
    return true;
  } catch (error) {
    const code = error instanceof PostboteError ? error.code : 'internal';
    app.log.warn({ account: login.id, platform: login.platform, code }, 'login not ended at the platform');
    return false;
  }
}

/** Another account would lose its login, too. Who the person behind it is, no platform tells us: anybody may be. */
async function isNeeded(
  app: Reach,
  ends: Revocation['ends'],
  { platform, mode, external_id }: EndedLogin,
  clientId: string,
): Promise<boolean> {
  if (ends === 'login') return false;
  const others = await accountsOfSameApp(app.db.query, platform, mode, clientId);
  if (ends === 'person') return others.length > 0;
  return others.some((one) => one.platform === platform && one.external_id === external_id);
}
