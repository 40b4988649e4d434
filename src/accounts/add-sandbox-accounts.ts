import { z } from 'zod';
import type { App } from '../context.ts';
import { type PlatformId, platformIds } from '../contract/platform-ids.ts';
import { createPlainCall } from '../platforms/http.ts';
import type { Discovered } from '../platforms/signing-in.ts';
import { accountsOfWorkspace, platformsEverConnected } from '../store/accounts.ts';
import { saveLogin } from './save-login.ts';

type Reach = Pick<App, 'db' | 'clock' | 'config' | 'fetch' | 'foreignFetch' | 'platforms' | 'hosts' | 'wake'>;

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

/**
 * One sandbox account for every platform that has an adapter; returns how many are new. A start does not bring back
 * what somebody removed, a person who asks for all of them gets those `too`.
 */
export async function addSandboxAccounts(
  app: Reach,
  sandboxUrl: string,
  workspaceId: string,
  removed: 'too' | 'not' = 'not',
): Promise<number> {
  let added = 0;
  const { query } = app.db;
  const there =
    removed === 'not'
      ? await platformsEverConnected(query, workspaceId, 'test')
      : new Set((await accountsOfWorkspace(query, workspaceId, 'test')).map((one) => one.platform));
  for (const platform of platformIds) {
    if (!app.platforms(platform) || there.has(platform)) continue;
    await addSandboxAccount(app, sandboxUrl, workspaceId, {
      platform,
      username: 'postbote',
      name: 'Postbote Demo',
    });
    added += 1;
  }
  return added;
}

export async function addSandboxAccount(
  app: Reach,
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
  const found = {
    externalId: made.external_id,
    name: made.display_name,
    username: made.username,
    credentials: made.credentials,
  };
  const settings = await firstChoices(app, input.platform, found);
  return saveLogin(app, { workspaceId, mode: 'test' }, input.platform, { ...found, settings });
}

/** A newcomer should be able to post at once: a board that must be chosen is the first one there is. */
async function firstChoices(app: Reach, id: PlatformId, found: Discovered): Promise<Record<string, string>> {
  const platform = app.platforms(id);
  const missing = platform?.settings.safeParse({}).error?.issues.map((issue) => String(issue.path[0])) ?? [];
  if (!platform?.choices || missing.length === 0) return {};
  const choices = await platform.choices({
    account: found,
    credentials: found.credentials,
    hosts: app.hosts(platform, 'test'),
    call: createPlainCall(app.fetch, { foreignFetch: app.foreignFetch }),
    now: app.clock.now,
  });
  return Object.fromEntries(
    missing.flatMap((name) => (choices[name]?.[0] ? [[name, choices[name][0].value]] : [])),
  );
}
