import { z } from 'zod';
import type { App } from '../context.ts';
import { type PlatformId, platformIds } from '../contract/platform-ids.ts';
import { platformsEverConnected } from '../store/accounts.ts';
import { saveLogin } from './save-login.ts';

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

/** One sandbox account for every platform that has an adapter. One that was paused or removed is not brought back. */
export async function addSandboxAccounts(
  app: Pick<App, 'db' | 'clock' | 'config' | 'fetch' | 'platforms' | 'wake'>,
  sandboxUrl: string,
  workspaceId: string,
): Promise<void> {
  const there = await platformsEverConnected(app.db.query, workspaceId, 'test');
  for (const platform of platformIds) {
    if (!app.platforms(platform) || there.has(platform)) continue;
    await addSandboxAccount(app, sandboxUrl, workspaceId, {
      platform,
      username: 'postbote',
      name: 'Postbote Demo',
    });
  }
}

export async function addSandboxAccount(
  app: Pick<App, 'db' | 'clock' | 'config' | 'fetch' | 'platforms' | 'wake'>,
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
  const { external_id, display_name, username, credentials } = made;
  return saveLogin(app, { workspaceId, mode: 'test' }, input.platform, {
    externalId: external_id,
    name: display_name,
    username,
    credentials,
  });
}
