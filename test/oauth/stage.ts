import { randomUUIDv7 } from 'node:crypto';
import { pino } from 'pino';
import { beginConnect } from '../../src/accounts/begin-connect.ts';
import { finishConnect } from '../../src/accounts/finish-connect.ts';
import { enterPlatformApp } from '../../src/accounts/platform-app.ts';
import { unseal } from '../../src/accounts/secrets.ts';
import { openApp, type Parts } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import type { App } from '../../src/context.ts';
import type { PlatformId } from '../../src/contract/platform-ids.ts';
import { createKey } from '../../src/keys/create-key.ts';
import type { Credentials } from '../../src/platforms/signing-in.ts';
import { createPost } from '../../src/posts/create-post.ts';
import { type DatabaseKind, makeDatabase } from '../databases.ts';
import { signIn } from './person.ts';
import { platformsAt } from './platforms.ts';
import { type AuthorizationServer, apps, redirectUri, startAuthorizationServer } from './server.ts';

/** An app whose platforms answer at a real authorization server. */
export interface Stage {
  readonly app: App;
  readonly server: AuthorizationServer;
  readonly env: Record<string, string>;
  readonly startPublisher: () => Promise<void>;
  /** The address of the platform's page, as the user gets it. */
  begin(platform: PlatformId): Promise<string>;
  /** To the page, through it, and back; answers the new account's id. */
  connect(platform: PlatformId, name: string): Promise<string>;
  account(id: string): Promise<{ state: string; refreshAt: number | null; login: Credentials }>;
  /** Its time for renewal has come. */
  makeDue(id: string): Promise<void>;
  post(accountId: string, dueInMs: number): Promise<string>;
  /** How many deliveries stand in each state. */
  deliveries(): Promise<Record<string, number>>;
  close(): Promise<void>;
}

export async function openStage(options: {
  kind: DatabaseKind;
  speed?: number;
  parts?: Parts;
}): Promise<Stage> {
  const server = await startAuthorizationServer();
  const database = await makeDatabase(options.kind);
  const env = {
    ...database.env,
    POSTBOTE_CLOCK: `${options.speed ?? 1}@${Date.now()}`,
    POSTBOTE_LOG: 'silent',
  };
  const joined = await openApp(readConfig(env), pino({ level: 'silent' }), {
    platforms: platformsAt(server.url),
    ...options.parts,
  });
  const { app } = joined;
  const { query } = app.db;
  const workspaceId = randomUUIDv7();
  const created_at = app.clock.now();
  await query.insertInto('workspaces').values({ id: workspaceId, name: 'OAuth', created_at }).execute();
  for (const [platform, { id, secret }] of Object.entries(apps)) {
    await enterPlatformApp(app, { platform: platform as PlatformId, mode: 'live', id, secret });
  }
  const { id: keyId } = await createKey(app, workspaceId, { mode: 'live', name: 'oauth' });
  const owner = { workspaceId, mode: 'live' as const };
  const begin = async (platform: PlatformId) =>
    (await beginConnect(app, owner, { platform, redirectUri })).url;
  return {
    app,
    server,
    env,
    startPublisher: () => joined.startPublisher(),
    begin,
    async connect(platform, name) {
      const back = await signIn(await begin(platform), redirectUri, { name, consents: true });
      const connected = await finishConnect(app, callbackOf(back));
      if (!connected.done) throw new Error('more than one account');
      const row = await query
        .selectFrom('accounts')
        .select('id')
        .where('platform', '=', platform)
        .where('name', '=', connected.names[0] ?? '')
        .executeTakeFirstOrThrow();
      return row.id;
    },
    async account(id) {
      const row = await query
        .selectFrom('accounts')
        .select(['state', 'refresh_at', 'credentials'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      const login = unseal<Credentials>(app.config.encryptionKey, id, row.credentials);
      return { state: row.state, refreshAt: row.refresh_at, login };
    },
    async makeDue(id) {
      await query.updateTable('accounts').set({ refresh_at: app.clock.now() }).where('id', '=', id).execute();
    },
    async post(accountId, dueInMs) {
      const scheduled_at = new Date(app.clock.now() + dueInMs).toISOString();
      const caller = { keyId, workspaceId, mode: 'live' as const };
      const input = { content: `Wer bin ich? ${randomUUIDv7()}`, account_ids: [accountId], scheduled_at };
      return (await createPost(app, caller, input)).id;
    },
    async deliveries() {
      const rows = await query.selectFrom('deliveries').select('state').execute();
      return Object.fromEntries(
        Map.groupBy(rows, ({ state }) => state)
          .entries()
          .map(([state, all]) => [state, all.length]),
      );
    },
    async close() {
      await joined.close();
      await server.close();
      await database.drop();
    },
  };
}

export function callbackOf(back: URL) {
  const given = (name: string) => back.searchParams.get(name) ?? undefined;
  return {
    state: given('state') ?? '',
    code: given('code'),
    error: given('error'),
    errorDescription: given('error_description'),
  };
}
