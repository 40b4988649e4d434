import type { App } from '../context.ts';
import type { Call, Hosts } from '../platforms/call.ts';
import type { Platform } from '../platforms/platform.ts';
import type { AppClient, Credentials } from '../platforms/signing-in.ts';
import { credentialsOf, renewCredentials } from '../store/account-logins.ts';
import { expiresAt, refreshAt } from './refresh-time.ts';
import { seal, unseal } from './secrets.ts';

export interface Login {
  /** Unsealed when first asked for. */
  credentials(): Credentials;
  /** As it is stored now. */
  sealed(): string;
  /** Its time for renewal has come. */
  isDue(): boolean;
  /** Renews it now: its time has come, or the platform no longer takes it. */
  renew(): Promise<void>;
}

type Reach = Pick<App, 'db' | 'clock' | 'config'>;

interface Opening {
  readonly accountId: string;
  readonly sealed: string;
  readonly refreshAt: number | null;
  readonly platform: Platform;
  readonly hosts: Hosts;
  readonly call: Call;
  readonly client: () => Promise<AppClient | null>;
}

/** Used only by whoever holds the account, so that two workers never spend one rotating token. */
export const openLogin = (app: Reach, at: Opening): Login => new OpenLogin(app, at);

class OpenLogin implements Login {
  readonly #app: Reach;
  readonly #at: Opening;
  #opened: Credentials | null = null;
  #stored: string;

  constructor(app: Reach, at: Opening) {
    this.#app = app;
    this.#at = at;
    this.#stored = at.sealed;
  }

  credentials(): Credentials {
    this.#opened ??= unseal<Credentials>(this.#app.config.encryptionKey, this.#at.accountId, this.#stored);
    return this.#opened;
  }

  sealed(): string {
    return this.#stored;
  }

  isDue(): boolean {
    const { refreshAt } = this.#at;
    return refreshAt !== null && refreshAt <= this.#app.clock.now();
  }

  async renew(): Promise<void> {
    const { db, clock, config } = this.#app;
    const { accountId, platform, call, hosts } = this.#at;
    // Looked at under the lock: what was read before it may have been renewed or replaced since, and a token that is
    // shown twice ends the whole session on some servers.
    const there = await credentialsOf(db.query, accountId);
    if (there !== undefined && there !== this.#stored) {
      this.#stored = there;
      this.#opened = null;
      return;
    }
    const client = await this.#at.client();
    const credentials = this.credentials();
    const fresh = await platform.auth.refresh({ call, hosts, client, credentials, now: clock.now() });
    this.#opened = fresh;
    // Stored before it is used: the old one may be spent.
    const sealed = seal(config.encryptionKey, accountId, fresh);
    await renewCredentials(db.query, accountId, this.#stored, {
      credentials: sealed,
      refresh_at: refreshAt(platform, fresh, clock.now()),
      expires_at: expiresAt(platform, fresh),
    });
    this.#stored = sealed;
  }
}
