import { randomUUID } from 'node:crypto';
import type { App } from '../context.ts';
import type { Mode, PlatformId } from '../contract/platform-ids.ts';
import type { Credentials, Discovered } from '../platforms/signing-in.ts';
import { findAccountByExternalId, saveAccount } from '../store/accounts.ts';
import type { Query } from '../store/db.ts';
import { releaseDeliveries } from '../store/waiting.ts';
import { expiresAt, refreshAt } from './refresh-time.ts';
import { seal, unseal } from './secrets.ts';

export interface Owner {
  readonly workspaceId: string;
  readonly mode: Mode;
}

type Reach = Pick<App, 'db' | 'clock' | 'config' | 'platforms' | 'wake'>;

/** Connects an account, or connects it again: never a second row, never a refresh token replaced by nothing. */
export async function saveLogin(
  app: Reach,
  owner: Owner,
  platform: PlatformId,
  found: Discovered,
): Promise<string> {
  const id = await saveLoginUnless(app, owner, platform, found, async () => false);
  if (id === null) throw new Error('a login was not saved');
  return id;
}

/** The same, but not if `taken` says so when nobody else can connect an account any more; then null. */
export async function saveLoginUnless(
  app: Reach,
  owner: Owner,
  platform: PlatformId,
  found: Discovered,
  taken: (query: Query) => Promise<boolean>,
): Promise<string | null> {
  const now = app.clock.now();
  const { encryptionKey } = app.config;
  const id = await app.db.transaction(async (query) => {
    await app.db.lockWorkspace(query, owner.workspaceId);
    if (await taken(query)) return null;
    const old = await findAccountByExternalId(
      query,
      owner.workspaceId,
      owner.mode,
      platform,
      found.externalId,
    );
    const accountId = old?.id ?? randomUUID();
    const credentials = keepRefreshToken(
      found.credentials,
      old && old.credentials !== '' ? unseal<Credentials>(encryptionKey, old.id, old.credentials) : null,
    );
    await saveAccount(query, {
      id: accountId,
      workspace_id: owner.workspaceId,
      mode: owner.mode,
      platform,
      external_id: found.externalId,
      name: found.name,
      username: found.username,
      state: 'active',
      credentials: seal(encryptionKey, accountId, credentials),
      settings: JSON.stringify({ ...found.settings, ...(old ? JSON.parse(old.settings) : {}) }),
      refresh_at: refreshAt(app.platforms(platform), credentials, now),
      expires_at: expiresAt(app.platforms(platform), credentials),
      created_at: now,
    });
    // What waited for this login goes on now.
    if (old) await releaseDeliveries(query, accountId, now);
    return accountId;
  });
  if (id !== null) app.wake(now);
  return id;
}

function keepRefreshToken(fresh: Credentials, old: Credentials | null): Credentials {
  if (fresh.refreshToken || !old?.refreshToken) return fresh;
  return { ...fresh, refreshToken: old.refreshToken };
}
