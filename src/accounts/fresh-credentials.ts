import type { App } from '../context.ts';
import type { AppClient, Call, Credentials, Hosts, Platform } from '../platforms/platform.ts';
import { credentialsOf, renewCredentials } from '../store/accounts.ts';
import { expiresAt, refreshAt } from './refresh-time.ts';
import { seal, unseal } from './secrets.ts';

export interface Login {
  /** Unsealed when first asked for. */
  credentials(): Credentials;
  /** As it is stored now. */
  sealed(): string;
  /** Renews the login if its time has come. */
  keepFresh(): Promise<void>;
  /** Renews it now, because the platform no longer takes it. */
  renew(): Promise<void>;
}

/** Used only by whoever holds the account, so that two workers never spend one rotating token. */
export function openLogin(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  at: {
    accountId: string;
    sealed: string;
    refreshAt: number | null;
    platform: Platform;
    hosts: Hosts;
    call: Call;
    client: () => Promise<AppClient | null>;
  },
): Login {
  let opened: Credentials | null = null;
  let stored = at.sealed;
  const credentials = () => {
    opened ??= unseal<Credentials>(app.config.encryptionKey, at.accountId, stored);
    return opened;
  };
  const renew = async () => {
    // Looked at under the lock: what was read before it may have been renewed or replaced since, and a token that is
    // shown twice ends the whole session on some servers.
    const there = await credentialsOf(app.db.query, at.accountId);
    if (there !== undefined && there !== stored) {
      stored = there;
      opened = null;
      return;
    }
    const { call, hosts } = at;
    const client = await at.client();
    const fresh = await at.platform.auth.refresh({
      call,
      hosts,
      client,
      credentials: credentials(),
      now: app.clock.now(),
    });
    opened = fresh;
    // Stored before it is used: the old one may be spent.
    const sealed = seal(app.config.encryptionKey, at.accountId, fresh);
    await renewCredentials(app.db.query, at.accountId, stored, {
      credentials: sealed,
      refresh_at: refreshAt(at.platform, fresh, app.clock.now()),
      expires_at: expiresAt(at.platform, fresh),
    });
    stored = sealed;
  };
  return {
    renew,
    credentials,
    sealed: () => stored,
    async keepFresh() {
      if (at.refreshAt !== null && at.refreshAt <= app.clock.now()) await renew();
    },
  };
}
