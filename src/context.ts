import type { Logger } from 'pino';
import type { Changes } from './changes.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Mode } from './contract/platform-ids.ts';
import type { Role } from './contract/roles.ts';
import type { GuardedFetch } from './media/address-guard.ts';
import type { Hosts } from './platforms/call.ts';
import type { Platform } from './platforms/platform.ts';
import type { Storage } from './storage/storage.ts';
import type { Db } from './store/db.ts';

/** Everything a use case may reach. Inner functions take the part they need: `Pick<App, 'db' | 'clock'>`. */
export interface App {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
  /** For the platforms. */
  readonly fetch: typeof fetch;
  /** For platform servers that users name: the same, but never into a private network. */
  readonly foreignFetch: typeof fetch;
  /** For addresses that users give: refuses private networks on every connection. */
  readonly mediaFetch: GuardedFetch;
  /** The bytes of our own files. */
  readonly storage: Storage;
  /** Our own address as the platforms of this mode reach it. */
  readonly address: (mode: Mode) => string;
  readonly platforms: (id: string) => Platform | undefined;
  /** Where a platform answers for accounts of this mode. */
  readonly hosts: (platform: Platform, mode: Mode) => Hosts;
  readonly keyUses: KeyUses;
  readonly log: Logger;
  /** Tells the publisher (here and on other nodes) that work is due at this moment. */
  readonly wake: (dueAt: number) => void;
  /** Tells everybody who looks at the dashboard, on every node. */
  readonly changes: Changes;
}

/** Counts calls in memory and writes them now and then: a read call should not cost a commit. */
export interface KeyUses {
  note(keyId: string, at: number): void;
  flush(): Promise<void>;
}

/** Who asks: an API key, or a member of the workspace at the dashboard. Either fixes the workspace and the mode. */
export interface Caller {
  /** Null: it is a person. */
  readonly keyId: string | null;
  readonly userId?: string;
  readonly workspaceId: string;
  readonly mode: Mode;
}

/** Who came with an API key. */
export interface KeyCaller extends Caller {
  readonly keyId: string;
}

/** Who asks in the dashboard: a user, in one of their workspaces. */
export interface Member {
  readonly userId: string;
  readonly workspaceId: string;
  readonly role: Role;
}
