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
