import type { App } from '../context.ts';
import type { Mode } from '../contract/platform-ids.ts';
import { PostboteError } from '../errors.ts';
import type { Platform } from '../platforms/platform.ts';
import type { AppClient } from '../platforms/signing-in.ts';
import { createSigningKey } from '../platforms/signing-key.ts';
import { enterPlatformAppOnce } from './platform-app.ts';

type Reach = Pick<App, 'db' | 'config' | 'clock' | 'hosts'>;

/** Ourselves, where the client is a document that we serve beside the address the browser comes back to. */
export async function readOwnClient(
  app: Reach,
  platform: Platform,
  mode: Mode,
  redirectUri: string,
): Promise<{ client: AppClient; redirectUri: string }> {
  const own = platform.auth.connectAtServer?.ownClient(app.hosts(platform, mode), redirectUri);
  if (!own) {
    const setting = 'POSTBOTE_BASE_URL (https://…)';
    throw new PostboteError('setting_missing', { facts: { platform: platform.id, setting } });
  }
  const secret = own.keyed ? await readOwnKey(app, platform, mode) : '';
  return { client: { id: own.id, secret }, redirectUri: own.redirectUri };
}

/** What is served at the client's id. Null: nothing, because the platform or this address needs no document. */
export async function readClientDocument(
  app: Reach,
  platform: Platform,
  redirectUri: string,
): Promise<object | null> {
  const connect = platform.auth.connectAtServer;
  // The sandbox is content with more addresses than real servers are, and reads the same document.
  const own = connect?.ownClient(app.hosts(platform, 'test'), redirectUri);
  if (!connect || !own?.keyed) return null;
  const keys = [await readOwnKey(app, platform, 'live'), await readOwnKey(app, platform, 'test')];
  return connect.clientDocument(own.id, redirectUri, keys);
}

/** Made once for the whole installation: sessions are bound to the key, so it never changes. */
async function readOwnKey(app: Reach, platform: Platform, mode: Mode): Promise<string> {
  const made = { platform: platform.id, mode, id: 'document', secret: createSigningKey };
  return (await enterPlatformAppOnce(app, made)).secret;
}
