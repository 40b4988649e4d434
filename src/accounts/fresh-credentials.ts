import type { Mode } from '../contract/platform-ids.ts';
import { PostboteError } from '../errors.ts';
import type { Call, Hosts } from '../platforms/call.ts';
import type { Platform } from '../platforms/platform.ts';
import type { AppClient, Credentials } from '../platforms/signing-in.ts';
import { credentialsOf, renewCredentials } from '../store/account-logins.ts';
import { endLogin } from './end-login.ts';
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

type Reach = Parameters<typeof endLogin>[0];

interface Opening {
  readonly accountId: string;
  readonly externalId: string;
  readonly mode: Mode;
  readonly sealed: string;
  /** `sealed`, if it has been opened already. */
  readonly opened?: Credentials | null;
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
  #opened: Credentials | null;
  #stored: string;

  constructor(app: Reach, at: Opening) {
    this.#app = app;
    this.#at = at;
    this.#stored = at.sealed;
    this.#opened = at.opened ?? null;
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
    if (!there) throw new PostboteError('account_inactive');
    if (there !== this.#stored) return this.#take(there);
    const client = await this.#at.client();
    const credentials = this.credentials();
    const fresh = await platform.auth.refresh({ call, hosts, client, credentials, now: clock.now() });
    this.#opened = fresh;
    // Stored before it is used: the old one may be spent.
    const sealed = seal(config.encryptionKey, accountId, fresh);
    const isKept = await renewCredentials(db.query, accountId, this.#stored, {
      credentials: sealed,
      refresh_at: refreshAt(platform, fresh, clock.now()),
      expires_at: expiresAt(platform, fresh),
    });
    if (isKept) this.#stored = sealed;
    else await this.#giveUp(sealed);
  }

  /** The account was removed or connected again while the platform answered: nobody knows of this login but us. */
  async #giveUp(credentials: string): Promise<void> {
    const { accountId: id, externalId: external_id, mode, platform } = this.#at;
    const there = await credentialsOf(this.#app.db.query, id);
    await endLogin(this.#app, { id, external_id, mode, platform: platform.id, credentials });
    if (!there) throw new PostboteError('account_inactive');
    this.#take(there);
  }

  #take(sealed: string): void {
    this.#stored = sealed;
    this.#opened = null;
  }
}
