import type { Caller } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { readPlatformApp } from './platform-app.ts';
import { renewHeld, withLogin } from './with-login.ts';

type Reach = Parameters<typeof withLogin>[0];

/**
 * Whether the stored login still opens the door: asks for what can be chosen, or which accounts it reaches; where a
 * login is not good for either, renewing it is the proof.
 */
export async function testAccount(
  app: Reach,
  caller: Caller,
  accountId: string,
): Promise<{ ok: boolean; code: string | null; raw: string | null }> {
  try {
    await withLogin(app, caller, accountId, async (platform, reading, login) => {
      const { connect, renews } = platform.auth;
      if (platform.choices) return platform.choices(reading);
      if (renews?.(reading.credentials) ?? true) return renewHeld(app, accountId, login);
      const client = await readPlatformApp(app, platform.id, caller.mode);
      const { call, hosts, credentials } = reading;
      return connect?.by === 'oauth2'
        ? connect.discover({ call, hosts, credentials, client, now: app.clock.now() })
        : null;
    });
    return { ok: true, code: null, raw: null };
  } catch (error) {
    const told = error instanceof PostboteError && !['not_found', 'internal'].includes(error.code);
    if (!told) throw error;
    return { ok: false, code: error.code, raw: error.raw ?? null };
  }
}
