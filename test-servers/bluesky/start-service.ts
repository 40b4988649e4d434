import { pino } from 'pino';
import { readPlatformApp } from '../../src/accounts/platform-app.ts';
import { removeAccount } from '../../src/accounts/remove-account.ts';
import { seal, unseal } from '../../src/accounts/secrets.ts';
import { readConfig } from '../../src/config.ts';
import { formatTime } from '../../src/contract/parse-time.ts';
import { PostboteError } from '../../src/errors.ts';
import { createKey } from '../../src/keys/create-key.ts';
import { bluesky } from '../../src/platforms/bluesky/index.ts';
import type { Hosts } from '../../src/platforms/call.ts';
import { createPlainCall } from '../../src/platforms/http.ts';
import { platformById } from '../../src/platforms/index.ts';
import type { Platform } from '../../src/platforms/platform.ts';
import type { Credentials } from '../../src/platforms/signing-in.ts';
import { serve } from '../../src/serve.ts';
import { replaceCredentials } from '../../src/store/account-logins.ts';
import { firstWorkspace } from '../../src/store/workspaces.ts';
import { makeDatabase } from '../../test/databases.ts';
import { callTool, type StatusData } from '../../test/start-app.ts';

/** The registry, with Bluesky's real adapter pointed at a server on this machine. */
export function platformsAt(hosts: Hosts): (id: string) => Platform | undefined {
  const there: Platform = { ...(bluesky as Platform), hosts: { ...bluesky.hosts, ...hosts } };
  return (id) => (id === 'bluesky' ? there : platformById(id));
}

export type Service = Awaited<ReturnType<typeof startService>>;

/** The whole service on a fresh database; its live Bluesky accounts live on the given server. */
export async function startService(hosts: Hosts, env: Record<string, string> = {}) {
  const database = await makeDatabase('sqlite');
  const config = readConfig({
    PORT: '0',
    POSTBOTE_LOG: 'silent',
    POSTBOTE_RATE_LIMIT: 'off',
    POSTBOTE_ALLOW_PRIVATE_MEDIA: '127.0.0.0/8',
    ...database.env,
    ...env,
  });
  const running = await serve(config, pino({ level: 'silent' }), { platforms: platformsAt(hosts) });
  const { app } = running;
  const workspaceId = (await firstWorkspace(app.db.query))?.id ?? '';
  const { key } = await createKey(app, workspaceId, { mode: 'live', name: 'real server' });
  const local = String(running.sandboxUrl).replace(/\/sandbox$/, '');
  const call = (tool: string, args: unknown) => callTool(local, key, tool, args);
  const find = (did: string) =>
    app.db.query
      .selectFrom('accounts')
      .select(['id', 'state', 'credentials'])
      .where('external_id', '=', did)
      .executeTakeFirstOrThrow();
  /** Due now. Descriptions of pictures have no place in the tools: they are stored beside. */
  async function plan(did: string, post: Record<string, unknown>, alts: readonly string[] = []) {
    const { id } = await find(did);
    const scheduled_at = formatTime(app.clock.now() + 60 * 60_000);
    const { data, text, isError } = await call('create_post', { ...post, scheduled_at, account_ids: [id] });
    if (isError) throw new Error(text);
    const { query } = app.db;
    const postId = String(data.id);
    for (const [position, alt] of alts.entries()) {
      const row = query.updateTable('media').set({ alt }).where('post_id', '=', postId);
      await row.where('position', '=', position).execute();
    }
    const now = app.clock.now();
    await query
      .updateTable('deliveries')
      .set({ due_at: now, wake_at: now })
      .where('post_id', '=', postId)
      .execute();
    app.wake(now);
    return postId;
  }
  return {
    app,
    local,
    owner: { workspaceId, mode: 'live' as const },
    sample: (name: string) => `${running.sandboxUrl}/media/${name}`,
    stateOf: async (did: string) => (await find(did)).state,
    async login(did: string): Promise<Credentials> {
      const { id, credentials } = await find(did);
      return unseal<Credentials>(config.encryptionKey, id, credentials);
    },
    /** Stores another login; with `due` as one whose time for renewal has come. */
    async storeLogin(did: string, credentials: Credentials, due = false) {
      const { id } = await find(did);
      const sealed = seal(config.encryptionKey, id, credentials);
      await replaceCredentials(app.db.query, id, sealed, due ? app.clock.now() : null);
    },
    /** Removes the account; answers what the server says when its last login is shown again, without its password. */
    async leave(did: string): Promise<string> {
      const { id } = await find(did);
      const { extra: { appPassword: _, ...extra } = {}, ...rest } = await this.login(did);
      const client = await readPlatformApp(app, 'bluesky', 'live');
      await removeAccount(app, { workspaceId, mode: 'live' }, id);
      const [call, now] = [createPlainCall(fetch), app.clock.now()];
      const renewal = bluesky.auth.refresh({ call, hosts, client, now, credentials: { ...rest, extra } });
      return renewal.then(
        () => 'goes on',
        (error) => (error instanceof PostboteError ? error.code : String(error)),
      );
    },
    plan,
    /** Publishes now and waits for the end. */
    async publish(did: string, post: Record<string, unknown>, alts: readonly string[] = []) {
      const postId = await plan(did, post, alts);
      for (let looks = 0; looks < 1500; looks += 1) {
        const status = (await call('get_post_status', { post_id: postId })).data as unknown as StatusData;
        const [variant] = status.variants;
        if (variant && !['pending', 'publishing'].includes(variant.status)) return variant;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      throw new Error('the post did not come to an end');
    },
    async close() {
      await running.stop();
      await database.drop();
    },
  };
}
