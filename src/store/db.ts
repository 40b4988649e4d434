import type { Kysely, Transaction } from 'kysely';
import type { Mode, PlatformId, PostType } from '../contract/platform-ids.ts';
import type { DeliveryState } from '../contract/tools.ts';
import type { AccountState, AttemptOutcome, StepState, Tables } from './tables.ts';

export type Query = Kysely<Tables> | Transaction<Tables>;

/** What both databases offer. All that differs between them sits behind this, in `sqlite.ts` and `postgres.ts`. */
export interface Db {
  readonly kind: 'sqlite' | 'postgres';
  /** One set of queries for both, in the portable subset. */
  readonly query: Kysely<Tables>;
  /**
   * The reads that every call makes, as prepared SQL with `?` marks: committed rows only, and no waiting behind a
   * writer. A query builder would cost several times the query itself here.
   */
  read<T>(sql: string, values: readonly (string | number)[]): T[] | Promise<T[]>;
  /** Runs in one transaction; on SQLite it takes the write lock at once. */
  transaction<T>(run: (query: Transaction<Tables>) => Promise<T>): Promise<T>;
  /** Inside a transaction: nobody else passes this point for the same workspace until it ends. */
  lockWorkspace(query: Query, workspaceId: string): Promise<void>;
  /** Asked on every request, so it stays one indexed look-up; synchronous where the database is. */
  findKey(hash: string): KeyRow | null | Promise<KeyRow | null>;

  claim(request: ClaimRequest): Promise<ClaimedRow[]>;
  /** Writes a step only while the lease holds, and renews the lease with it. False: the lease is lost. */
  writeStep(held: Held, until: number, step: StepRow): Promise<boolean>;
  /** Extends the leases that still hold and returns their delivery ids. */
  renew(held: readonly Held[], until: number): Promise<ReadonlySet<string>>;
  /**
   * Frees the account of a claim that ends without an outcome, if it still belongs to it. Unless the delivery was taken
   * out of its hand, whoever claims next learns of the interruption.
   */
  letGo(held: Held): Promise<void>;
  /** Records what became of deliveries whose lease still holds, frees their accounts; returns their ids. */
  settle(settlements: readonly Settlement[]): Promise<ReadonlySet<string>>;

  /** Tells every process that listens that a delivery comes due at this time. */
  announce(dueAt: number): void;
  /** Carries texts to every other process that listens. */
  tell(texts: readonly string[]): void;
  /** Calls back on announcements, and on texts told, by other processes. */
  listen(heard: (dueAt: number) => void, told?: (text: string) => void): Promise<void>;
  /** Database clock minus ours, in milliseconds. */
  measureSkew(): Promise<number>;
  /** Numbered scripts in order, each at most once, by one process at a time. */
  migrate(scripts: readonly MigrationScript[], now: number): Promise<void>;
  close(): Promise<void>;
}

export interface KeyRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly mode: Mode;
}

export interface ClaimRequest {
  readonly worker: string;
  readonly now: number;
  /** Rows due up to here are taken, a little ahead of time, and held in memory until their moment. */
  readonly horizon: number;
  readonly until: number;
  readonly limit: number;
  readonly platforms: readonly string[];
}

/**
 * Proof of a claim: every later write names it. It stands in the account alone (`busy_by`, `busy_until`), so that
 * claiming and renewing write one row and no index.
 */
export interface Held {
  readonly id: string;
  /** The delivery's number when it was claimed: raised by whoever takes it out of its holder's hand. */
  readonly lease: number;
  readonly account_id: string;
  /** Worker and number of this claim; no other claim ever has the same. */
  readonly claim: string;
}

export interface ClaimedRow extends Held {
  readonly post_id: string;
  readonly workspace_id: string;
  readonly mode: Mode;
  readonly platform: PlatformId;
  readonly text: string;
  readonly settings: string;
  readonly state: DeliveryState;
  readonly due_at: number;
  readonly attempts: number;
  readonly failures: number;
  readonly first_tried_at: number | null;
  /** When this run should start. */
  readonly woken_for: number;
  /** The claim that held the account before and never let go: of a worker that died. */
  readonly taken_over: string | null;
  readonly post_type: PostType;
  readonly cover_url: string | null;
  readonly external_id: string;
  readonly username: string | null;
  readonly account_state: AccountState;
  readonly credentials: string;
  readonly refresh_at: number | null;
}

export interface StepRow {
  readonly name: string;
  readonly state: StepState;
  readonly value: string | null;
  readonly begun_at: number;
  readonly looks: number;
  readonly looked_at: number | null;
}

export interface Settlement extends Held {
  readonly state: DeliveryState;
  readonly wake_at: number | null;
  readonly attempts: number;
  readonly failures: number;
  readonly first_tried_at: number | null;
  readonly published_at: number | null;
  readonly public_id: string | null;
  readonly url: string | null;
  readonly error_code: string | null;
  readonly error_facts: string | null;
  readonly error_raw: string | null;
  /** When its numbers are read first. */
  readonly collect_at: number | null;
  /** The audit row; null when the delivery only went to sleep between two questions. */
  readonly attempt: {
    readonly id: string;
    readonly number: number;
    readonly worker: string;
    readonly started_at: number;
    readonly ended_at: number;
    readonly outcome: AttemptOutcome;
  } | null;
}

export interface MigrationScript {
  readonly version: number;
  readonly name: string;
  readonly sql: string;
}
