import type { App } from '../context.ts';
import type { PlatformId } from '../contract/platform-ids.ts';
import { PostboteError } from '../errors.ts';
import { createPlainCall } from '../platforms/http.ts';
import type { Discovered } from '../platforms/signing-in.ts';
import { type Connect, findConnect, keepFound, removeConnect, takeVerifier } from '../store/connects.ts';
import { beginConnect, connectId, oauthOf, type Underway } from './begin-connect.ts';
import { readOwnClient } from './own-client.ts';
import { readPlatformApp } from './platform-app.ts';
import { saveLogin } from './save-login.ts';
import { seal, unseal } from './secrets.ts';

type Reach = Pick<
  App,
  'db' | 'clock' | 'config' | 'platforms' | 'hosts' | 'fetch' | 'foreignFetch' | 'wake' | 'changes'
>;

/** What the platform's page sent the browser back with. */
export interface Callback {
  readonly state: string;
  /** Who is signed in to the dashboard in this browser. */
  readonly userId?: string | null;
  readonly code?: string;
  /** The server that says it sent the browser (RFC 9207). */
  readonly issuer?: string;
  readonly error?: string;
  readonly errorDescription?: string;
}

export type Connected =
  | {
      readonly done: true;
      readonly platform: PlatformId;
      readonly names: readonly string[];
      /** It was begun at the dashboard, which is where to go on. */
      readonly fromDashboard: boolean;
    }
  /** The app may not ask for everything: the browser asks once more, for less. */
  | { readonly done: false; readonly platform: PlatformId; readonly url: string }
  /** The login reaches several accounts: the user picks, with the same state. */
  | { readonly done: false; readonly platform: PlatformId; readonly choices: readonly FoundAccount[] };

export interface FoundAccount {
  readonly externalId: string;
  readonly name: string;
  readonly username: string | null;
}

/** Trades the code for a login and looks which accounts it reaches. One is connected at once. */
export async function finishConnect(app: Reach, callback: Callback): Promise<Connected> {
  const connect = await readConnect(app, callback.state, callback.userId ?? null);
  if (callback.error !== undefined || callback.code === undefined) {
    const again = await askForLess(app, connect, callback.error);
    await removeConnect(app.db.query, connect.id);
    if (again) return { done: false, platform: connect.platform, ...again };
    const raw = [callback.error, callback.errorDescription].filter(Boolean).join(': ').slice(0, 500);
    throw new PostboteError('connect_refused', { facts: { platform: connect.platform }, raw });
  }
  const verifier = connect.verifier;
  if (verifier === '' || !(await takeVerifier(app.db.query, connect.id))) {
    throw new PostboteError('connect_expired', { facts: { platform: connect.platform } });
  }
  const underway = unseal<Underway>(app.config.encryptionKey, connect.id, verifier);
  const found = await signIn(app, connect, { ...callback, code: callback.code }, underway);
  if (found.length === 0) {
    throw new PostboteError('connect_no_account', { facts: { platform: connect.platform } });
  }
  if (found.length === 1) return save(app, connect, found);
  await keepFound(app.db.query, connect.id, seal(app.config.encryptionKey, connect.id, found));
  return {
    done: false,
    platform: connect.platform,
    choices: found.map(({ externalId, name, username }) => ({ externalId, name, username })),
  };
}

async function askForLess(app: Reach, connect: Connect, error?: string): Promise<{ url: string } | null> {
  const { platform, redirect_uri: redirectUri, begun_by: begunBy, mode } = connect;
  const by = oauthOf(app.platforms(platform));
  if (by?.by !== 'oauth2' || by.narrower?.error !== error || connect.verifier === '') return null;
  if (unseal<Underway>(app.config.encryptionKey, connect.id, connect.verifier).isNarrow) return null;
  const input = { platform, redirectUri, isNarrow: true, ...(begunBy !== null && { begunBy }) };
  return beginConnect(app, { workspaceId: connect.workspace_id, mode }, input);
}

/** The user has picked from what the login reaches. */
export async function pickAccounts(
  app: Reach,
  state: string,
  externalIds: readonly string[],
  userId: string | null = null,
): Promise<Connected> {
  const connect = await readConnect(app, state, userId);
  if (connect.found === null)
    throw new PostboteError('connect_expired', { facts: { platform: connect.platform } });
  const found = unseal<Discovered[]>(app.config.encryptionKey, connect.id, connect.found);
  const picked = found.filter((one) => externalIds.includes(one.externalId));
  if (picked.length === 0)
    throw new PostboteError('connect_no_account', { facts: { platform: connect.platform } });
  return save(app, connect, picked);
}

/**
 * Whoever began it at the dashboard finishes it: a link that lets somebody else sign in for a foreign workspace leads
 * nowhere.
 */
async function readConnect(app: Reach, state: string, userId: string | null): Promise<Connect> {
  const connect = await findConnect(app.db.query, connectId(state), app.clock.now());
  if (!connect) throw new PostboteError('connect_expired', { facts: { platform: '' } });
  if (connect.begun_by !== null && connect.begun_by !== userId) {
    throw new PostboteError('connect_expired', { facts: { platform: connect.platform } });
  }
  return connect;
}

async function signIn(
  app: Reach,
  connect: Connect,
  { code, issuer = null }: { code: string; issuer?: string | null },
  { verifier, kept = {} }: Underway,
): Promise<readonly Discovered[]> {
  const platform = app.platforms(connect.platform);
  const by = oauthOf(platform);
  if (!platform || !by) throw new PostboteError('not_found');
  const at = {
    call: createPlainCall(app.fetch, { foreignFetch: app.foreignFetch }),
    hosts: app.hosts(platform, connect.mode),
    now: app.clock.now(),
  };
  if (by.by === 'server') {
    const { client, redirectUri } = await readOwnClient(app, platform, connect.mode, connect.redirect_uri);
    return by.finish({ ...at, client, code, issuer, redirectUri, verifier, kept });
  }
  const client = await readPlatformApp(app, connect.platform, connect.mode);
  const credentials = await by
    .exchange({
      ...at,
      client,
      code,
      redirectUri: connect.redirect_uri,
      verifier: by.pkce ? verifier : null,
    })
    .catch((error: unknown) => {
      if (!(error instanceof PostboteError && error.code === 'platform_auth')) throw error;
      // There is no login yet that could have ended: the code was too old, used, or not meant for us.
      const facts = { platform: connect.platform };
      throw new PostboteError('connect_refused', { facts, raw: error.raw, cause: error });
    });
  return by.discover({ ...at, client, credentials });
}

async function save(app: Reach, connect: Connect, found: readonly Discovered[]): Promise<Connected> {
  const owner = { workspaceId: connect.workspace_id, mode: connect.mode };
  for (const one of found) await saveLogin(app, owner, connect.platform, one);
  await removeConnect(app.db.query, connect.id);
  app.changes.tell({ workspaceId: connect.workspace_id, kind: 'accounts' });
  return {
    done: true,
    platform: connect.platform,
    names: found.map((one) => one.name),
    fromDashboard: connect.begun_by !== null,
  };
}
