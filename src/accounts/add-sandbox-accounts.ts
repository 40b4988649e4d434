import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { App } from '../context.ts';
import { type PlatformId, platformIds } from '../contract/platform-ids.ts';
import { activeAccounts, saveAccount } from '../store/accounts.ts';
import { seal } from './secrets.ts';

const madeAccount = z.object({
  external_id: z.string(),
  username: z.string().nullable(),
  display_name: z.string(),
  credentials: z.object({
    accessToken: z.string(),
    refreshToken: z.string().optional(),
    expiresAt: z.number().optional(),
    extra: z.record(z.string(), z.string()).optional(),
  }),
});

/** Sees to it that a workspace has one sandbox account for every platform that has an adapter. */
export async function addSandboxAccounts(
  app: Pick<App, 'db' | 'clock' | 'config' | 'fetch' | 'platforms'>,
  sandboxUrl: string,
  workspaceId: string,
): Promise<void> {
  const there = await activeAccounts(app.db, workspaceId, 'test');
  for (const platform of platformIds) {
    if (!app.platforms(platform) || there.some((account) => account.platform === platform)) continue;
    await addSandboxAccount(app, sandboxUrl, workspaceId, {
      platform,
      username: 'postbote',
      name: 'Postbote Demo',
    });
  }
}

export async function addSandboxAccount(
  app: Pick<App, 'db' | 'clock' | 'config' | 'fetch'>,
  sandboxUrl: string,
  workspaceId: string,
  input: { platform: PlatformId; username: string; name: string },
): Promise<string> {
  const response = await app.fetch(`${sandboxUrl}/api/accounts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
  });
  if (!response.ok) throw new Error(`The sandbox made no ${input.platform} account: HTTP ${response.status}`);
  const made = madeAccount.parse(await response.json());
  const id = randomUUID();
  return saveAccount(app.db.query, {
    id,
    workspace_id: workspaceId,
    mode: 'test',
    platform: input.platform,
    external_id: made.external_id,
    name: made.display_name,
    username: made.username,
    state: 'active',
    credentials: seal(app.config.encryptionKey, id, made.credentials),
    settings: '{}',
    created_at: app.clock.now(),
  });
}
