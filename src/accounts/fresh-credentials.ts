import type { App } from '../context.ts';
import type { AppClient, Call, Credentials, Hosts, Platform } from '../platforms/platform.ts';
import { replaceCredentials } from '../store/accounts.ts';
import { refreshAt } from './refresh-time.ts';
import { seal, unseal } from './secrets.ts';

export interface Login {
  /** Renewed ahead of its end. */
  current(): Promise<Credentials>;
  /** Renewed now, because the platform no longer takes it. */
  renew(): Promise<Credentials>;
}

/** Used only by whoever holds the account, so that two workers never spend one rotating token. */
export function openLogin(
  app: Pick<App, 'db' | 'clock' | 'config'>,
  at: {
    accountId: string;
    sealed: string;
    platform: Platform;
    hosts: Hosts;
    call: Call;
    client: () => Promise<AppClient | null>;
  },
): Login {
  let credentials = unseal<Credentials>(app.config.encryptionKey, at.accountId, at.sealed);
  const renew = async () => {
    const { call, hosts } = at;
    const client = await at.client();
    credentials = await at.platform.auth.refresh({ call, hosts, client, credentials, now: app.clock.now() });
    // Stored before it is used: the old one may be spent.
    const sealed = seal(app.config.encryptionKey, at.accountId, credentials);
    const again = refreshAt(at.platform, credentials, app.clock.now());
    await replaceCredentials(app.db.query, at.accountId, sealed, again);
    return credentials;
  };
  return {
    renew,
    async current() {
      const { expiresAt } = credentials;
      const soon = app.clock.now() + at.platform.auth.refreshAheadSeconds * 1000;
      return expiresAt !== undefined && expiresAt < soon ? renew() : credentials;
    },
  };
}
