import type { App } from '../context.ts';
import type { Mode, PlatformId } from '../contract/platform-ids.ts';
import type { AppClient } from '../platforms/signing-in.ts';
import {
  findPlatformApp,
  removePlatformApp,
  savePlatformApp,
  savePlatformAppOnce,
} from '../store/platform-apps.ts';
import { seal, unseal } from './secrets.ts';

/** The sandbox takes any app; this is the one it sees. */
const sandboxApp: AppClient = { id: 'postbote-sandbox', secret: 'postbote-sandbox-secret' };

const boundTo = (platform: string, mode: Mode) => `app:${mode}:${platform}`;

/** The operator's app at the platform; null where none was entered. */
export async function readPlatformApp(
  app: Pick<App, 'db' | 'config'>,
  platform: string,
  mode: Mode,
): Promise<AppClient | null> {
  const row = await findPlatformApp(app.db.query, platform, mode);
  if (!row) return mode === 'test' ? sandboxApp : null;
  const secret = unseal<string>(app.config.encryptionKey, boundTo(platform, mode), row.client_secret);
  return { id: row.client_id, secret };
}

/** The one that is there, else this one: of two nodes that make one at the same time both go on with the same. */
export async function enterPlatformAppOnce(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  input: { platform: PlatformId; mode: Mode; id: string; secret: () => string },
): Promise<AppClient> {
  const { platform, mode, id, secret } = input;
  if (!(await findPlatformApp(app.db.query, platform, mode))) {
    const client_secret = seal(app.config.encryptionKey, boundTo(platform, mode), secret());
    const made = { platform, mode, client_id: id, client_secret, created_at: app.clock.now() };
    await savePlatformAppOnce(app.db.query, made);
  }
  const there = await readPlatformApp(app, platform, mode);
  if (!there) throw new Error(`no app of ${platform} was stored`);
  return there;
}

export async function enterPlatformApp(
  app: Pick<App, 'db' | 'config' | 'clock'>,
  input: { platform: PlatformId; mode: Mode; id: string; secret: string },
): Promise<void> {
  const { platform, mode, id, secret } = input;
  await savePlatformApp(app.db.query, {
    platform,
    mode,
    client_id: id,
    client_secret: seal(app.config.encryptionKey, boundTo(platform, mode), secret),
    created_at: app.clock.now(),
  });
}

/** Accounts that were connected with it stay until their logins end. False: there was none. */
export function forgetPlatformApp(app: Pick<App, 'db'>, platform: PlatformId): Promise<boolean> {
  return removePlatformApp(app.db.query, platform, 'live');
}
