import { createHash, randomBytes } from 'node:crypto';
import type { App } from '../context.ts';
import type { PlatformId } from '../contract/platform-ids.ts';
import { PostboteError } from '../errors.ts';
import { insertConnect } from '../store/connects.ts';
import { readPlatformApp } from './platform-app.ts';
import type { Owner } from './save-login.ts';
import { seal } from './secrets.ts';

/** Where to send the browser. What comes back is taken by `finish-connect`. */
export async function beginConnect(
  app: Pick<App, 'db' | 'clock' | 'config' | 'platforms' | 'hosts'>,
  owner: Owner,
  input: { platform: PlatformId; redirectUri: string },
): Promise<{ url: string }> {
  const platform = app.platforms(input.platform);
  const connect = platform?.auth.connect;
  if (!platform || connect?.by !== 'oauth2') throw new PostboteError('not_found');
  const client = await readPlatformApp(app, input.platform, owner.mode);
  if (!client) {
    const facts = { platform: platform.id, setting: 'app credentials' };
    throw new PostboteError('setting_missing', { facts });
  }

  const state = randomBytes(24).toString('base64url');
  const verifier = randomBytes(48).toString('base64url');
  const id = connectId(state);
  await insertConnect(app.db.query, {
    id,
    workspace_id: owner.workspaceId,
    mode: owner.mode,
    platform: platform.id,
    redirect_uri: input.redirectUri,
    verifier: seal(app.config.encryptionKey, id, verifier),
    found: null,
    created_at: app.clock.now(),
  });
  const url = new URL(connect.authorizeUrl(app.hosts(platform, owner.mode)));
  const parameters = {
    [connect.clientIdName]: client.id,
    redirect_uri: input.redirectUri,
    response_type: 'code',
    scope: connect.scopes.join(connect.scopeSeparator),
    state,
    ...(connect.pkce && {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),
    ...connect.params,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: String(url) };
}

/** Only the hash of the state is stored: whoever reads the database cannot finish somebody's login. */
export const connectId = (state: string): string => createHash('sha256').update(state).digest('hex');
