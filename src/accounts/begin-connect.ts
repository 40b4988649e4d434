import { createHash, randomBytes } from 'node:crypto';
import type { App } from '../context.ts';
import type { PlatformId } from '../contract/platform-ids.ts';
import { PostboteError } from '../errors.ts';
import { createPlainCall } from '../platforms/http.ts';
import type { Platform } from '../platforms/platform.ts';
import type { OAuthConnect, ServerConnect } from '../platforms/signing-in.ts';
import { insertConnect } from '../store/connects.ts';
import { readOwnClient } from './own-client.ts';
import { readPlatformApp } from './platform-app.ts';
import type { Owner } from './save-login.ts';
import { seal } from './secrets.ts';

type Reach = Pick<App, 'db' | 'clock' | 'config' | 'platforms' | 'hosts' | 'fetch' | 'foreignFetch'>;

/** Sealed while the browser is away. Everything is in the database: it may come back to another node. */
export interface Underway {
  readonly verifier: string;
  /** What a login at an account's own server remembers. */
  readonly kept?: Readonly<Record<string, string>>;
  /** The app may not ask for everything: less was asked for. */
  readonly isNarrow?: boolean;
}

interface Begun extends Underway {
  readonly url: string;
  readonly redirectUri: string;
}

/** Where to send the browser. What comes back is taken by `finish-connect`. */
export async function beginConnect(
  app: Reach,
  owner: Owner,
  input: {
    platform: PlatformId;
    redirectUri: string;
    typed?: string;
    begunBy?: string;
    isNarrow?: boolean;
  },
): Promise<{ url: string }> {
  const platform = app.platforms(input.platform);
  const connect = oauthOf(platform);
  if (!platform || !connect) throw new PostboteError('not_found');
  const state = randomBytes(24).toString('base64url');
  const begun =
    connect.by === 'server'
      ? await beginAtServer(app, owner, platform, connect, state, input)
      : await beginAtPlatform(app, owner, platform, connect, state, input);
  const { url, redirectUri, ...underway } = begun;
  const id = connectId(state);
  await insertConnect(app.db.query, {
    id,
    workspace_id: owner.workspaceId,
    mode: owner.mode,
    platform: platform.id,
    redirect_uri: redirectUri,
    begun_by: input.begunBy ?? null,
    verifier: seal(app.config.encryptionKey, id, underway satisfies Underway),
    found: null,
    created_at: app.clock.now(),
  });
  return { url };
}

/** The way through the browser, where a platform has one. */
export function oauthOf(platform: Platform | undefined): OAuthConnect | ServerConnect | undefined {
  const { connect, connectAtServer } = platform?.auth ?? {};
  return connect?.by === 'oauth2' ? connect : connectAtServer;
}

const newVerifier = () => randomBytes(48).toString('base64url');

async function beginAtPlatform(
  app: Reach,
  owner: Owner,
  platform: Platform,
  connect: OAuthConnect,
  state: string,
  { redirectUri, isNarrow = false }: { redirectUri: string; isNarrow?: boolean },
): Promise<Begun> {
  const client = await readPlatformApp(app, platform.id, owner.mode);
  if (!client) {
    const facts = { platform: platform.id, setting: 'app credentials' };
    throw new PostboteError('setting_missing', { facts });
  }
  const verifier = newVerifier();
  const scopes = (isNarrow ? connect.narrower?.scopes : undefined) ?? connect.scopes;
  const url = new URL(connect.authorizeUrl(app.hosts(platform, owner.mode)));
  const parameters = {
    [connect.clientIdName]: client.id,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: scopes.join(connect.scopeSeparator),
    state,
    ...(connect.pkce && {
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    }),
    ...connect.params,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return { url: String(url), redirectUri, verifier, ...(isNarrow && { isNarrow }) };
}

async function beginAtServer(
  app: Reach,
  owner: Owner,
  platform: Platform,
  connect: ServerConnect,
  state: string,
  input: { redirectUri: string; typed?: string },
): Promise<Begun> {
  const { client, redirectUri } = await readOwnClient(app, platform, owner.mode, input.redirectUri);
  const verifier = newVerifier();
  const { url, kept } = await connect.begin({
    call: createPlainCall(app.fetch, { foreignFetch: app.foreignFetch }),
    hosts: app.hosts(platform, owner.mode),
    now: app.clock.now(),
    client,
    typed: input.typed ?? '',
    redirectUri,
    state,
    verifier,
  });
  return { url, redirectUri, verifier, kept };
}

/** Only the hash of the state is stored: whoever reads the database cannot finish somebody's login. */
export const connectId = (state: string): string => createHash('sha256').update(state).digest('hex');
