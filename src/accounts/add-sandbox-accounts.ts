import { z } from 'zod';
import type { App } from '../context.ts';
import { type PlatformId, platformIds } from '../contract/platform-ids.ts';
import { createPlainCall } from '../platforms/http.ts';
import type { Discovered } from '../platforms/signing-in.ts';
import { accountsOfWorkspace, platformsEverConnected } from '../store/accounts.ts';
import type { Query } from '../store/db.ts';
import { saveLogin, saveLoginUnless } from './save-login.ts';

type Reach = Pick<App, 'db' | 'clock' | 'config' | 'fetch' | 'foreignFetch' | 'platforms' | 'hosts' | 'wake'>;

interface NewAccount {
  readonly platform: PlatformId;
  readonly username: string;
  readonly name: string;
}

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
  const connected = async (query: Query): Promise<ReadonlySet<PlatformId>> =>
    removed === 'not'
      ? await platformsEverConnected(query, workspaceId, 'test')
      : new Set((await accountsOfWorkspace(query, workspaceId, 'test')).map((one) => one.platform));
  const there = await connected(app.db.query);
  for (const platform of platformIds) {
    if (!app.platforms(platform) || there.has(platform)) continue;
    const found = await makeSandboxAccount(app, sandboxUrl, {
      platform,
      username: 'postbote',
      name: 'Postbote Demo',
    });
    // Another node that starts at the same time may have been first; what the sandbox made for us is then nobody's.
    const taken = async (query: Query) => (await connected(query)).has(platform);
    const id = await saveLoginUnless(app, { workspaceId, mode: 'test' }, platform, found, taken);
    if (id !== null) added += 1;
  }
  return added;
}

export async function addSandboxAccount(
  app: Reach,
  sandboxUrl: string,
  workspaceId: string,
  input: NewAccount,
): Promise<string> {
  const found = await makeSandboxAccount(app, sandboxUrl, input);
  return saveLogin(app, { workspaceId, mode: 'test' }, input.platform, found);
}

async function makeSandboxAccount(app: Reach, sandboxUrl: string, input: NewAccount): Promise<Discovered> {
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
  return { ...found, settings };
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
