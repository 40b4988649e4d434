import { randomUUID } from 'node:crypto';
import { addSandboxAccount } from '../src/accounts/add-sandbox-accounts.ts';
import type { App } from '../src/context.ts';
import type { Mode, PlatformId } from '../src/contract/platform-ids.ts';
import { createKey } from '../src/keys/create-key.ts';
import { saveAccount } from '../src/store/accounts.ts';
import type { AccountState } from '../src/store/tables.ts';
import { insertWorkspace } from '../src/store/workspaces.ts';

/** An account nobody can publish with: enough for everything that happens before publishing. */
export function addAccount(
  app: App,
  workspaceId: string,
  platform: PlatformId,
  more: { mode?: Mode; state?: AccountState; name?: string; username?: string | null } = {},
): Promise<string> {
  const { mode = 'test', state = 'active', name = `Konto ${platform}`, username = null } = more;
  return saveAccount(app.db.query, {
    id: randomUUID(),
    workspace_id: workspaceId,
    mode,
    platform,
    external_id: randomUUID(),
    name,
    username,
    state,
    credentials: '',
    settings: '{}',
    created_at: app.clock.now(),
  });
}

/** An account of its own in the sandbox, so that a test's faults and posts concern nobody else. */
export async function addPublishingAccount(
  node: { app: App; sandboxUrl: string | null },
  workspaceId: string,
  platform: PlatformId,
): Promise<{ id: string; username: string }> {
  const username = `u${randomUUID().slice(0, 8)}`;
  const input = { platform, username, name: username };
  const id = await addSandboxAccount(node.app, String(node.sandboxUrl), workspaceId, input);
  return { id, username: platform === 'bluesky' ? `${username}.sandbox.test` : username };
}

export async function stateOf(app: App, accountId: string): Promise<AccountState> {
  const row = await app.db.query
    .selectFrom('accounts')
    .select('state')
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.state;
}

/** Somebody else on the same server. */
export async function addWorkspace(app: App): Promise<{ workspaceId: string; key: string; liveKey: string }> {
  const workspaceId = randomUUID();
  await insertWorkspace(app.db.query, { id: workspaceId, name: 'Andere', created_at: app.clock.now() });
  const make = async (mode: Mode) => (await createKey(app, workspaceId, { mode, name: mode })).key;
  return { workspaceId, key: await make('test'), liveKey: await make('live') };
}

/** One a minute into the past, each published by this account: `Archiv Nummer 0` is the newest. */
export function addPublishedPosts(
  app: App,
  workspaceId: string,
  account: { id: string; platform: PlatformId },
  count: number,
): Promise<void> {
  const now = Date.now();
  const scope = { workspace_id: workspaceId, mode: 'test' as const };
  return app.db.transaction(async (query) => {
    for (let start = 0; start < count; start += 500) {
      const rows = Array.from({ length: Math.min(500, count - start) }, (_, index) => {
        const at = now - (start + index + 1) * 60_000;
        return { id: randomUUID(), at, content: `Archiv Nummer ${start + index}` };
      });
      const posts = rows.map(({ id, at, content }) => ({
        ...scope,
        id,
        content,
        post_type: 'text' as const,
        scheduled_at: at,
        created_at: at,
      }));
      const deliveries = rows.map(({ id, at, content }) => ({
        ...scope,
        id: randomUUID(),
        post_id: id,
        account_id: account.id,
        platform: account.platform,
        text: content,
        custom_caption: 0,
        settings: '{}',
        state: 'published' as const,
        due_at: at,
        published_at: at,
        created_at: at,
      }));
      await query.insertInto('posts').values(posts).execute();
      await query.insertInto('deliveries').values(deliveries).execute();
    }
  });
}
