import { randomUUIDv7 } from 'node:crypto';
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import type { PlatformId } from '../src/contract/platform-ids.ts';
import type { ClaimedRow, ClaimRequest, Db, Held, Settlement, StepRow } from '../src/store/db.ts';
import { migrate } from '../src/store/migrate.ts';
import { openDb } from '../src/store/open.ts';
import { type DatabaseKind, makeDatabase, type TestDatabase } from './databases.ts';

/** A migrated database with a workspace, and short words for the rows a test needs. */
export interface Stage {
  readonly database: TestDatabase;
  readonly db: Db;
  readonly workspaceId: string;
  /** One more connection (SQLite) or pool (PostgreSQL) to the same database; closed with the stage. */
  open(): Db;
  account(platform?: PlatformId): Promise<string>;
  /** A pending delivery that comes due at this time; returns its id. */
  delivery(accountId: string, dueAt: number, platform?: PlatformId): Promise<string>;
  deliveryRow(id: string): Promise<Awaited<ReturnType<typeof deliveryRow>>>;
  accountRow(id: string): Promise<{ busy_until: number; busy_by: string | null }>;
  close(): Promise<void>;
}

export async function setStage(kind: DatabaseKind): Promise<Stage> {
  const database = await makeDatabase(kind);
  const opened: Db[] = [];
  const open = () => {
    const db = openDb(readConfig(database.env), pino({ level: 'silent' }));
    opened.push(db);
    return db;
  };
  const db = open();
  await migrate(db, 0);
  const workspaceId = randomUUIDv7();
  await db.query.insertInto('workspaces').values({ id: workspaceId, name: 'Stage', created_at: 0 }).execute();
  const owned = { workspace_id: workspaceId, mode: 'test' as const, created_at: 0 };
  return {
    database,
    db,
    workspaceId,
    open,
    async account(platform = 'bluesky') {
      const id = randomUUIDv7();
      const row = { ...owned, id, platform, external_id: id, name: id, username: null, settings: '{}' };
      await db.query
        .insertInto('accounts')
        .values({ ...row, state: 'active', credentials: '' })
        .execute();
      return id;
    },
    async delivery(account_id, due_at, platform = 'bluesky') {
      const [id, post_id] = [randomUUIDv7(), randomUUIDv7()];
      const post = { api_key_id: null, content: id, post_type: 'text' as const, cover_url: null };
      await db.query
        .insertInto('posts')
        .values({ ...owned, ...post, id: post_id, scheduled_at: due_at })
        .execute();
      const text = { text: id, custom_caption: 0, settings: '{}', state: 'pending' as const };
      await db.query
        .insertInto('deliveries')
        .values({ ...owned, ...text, id, post_id, account_id, platform, due_at, wake_at: due_at })
        .execute();
      return id;
    },
    deliveryRow: (id) => deliveryRow(db, id),
    async accountRow(id) {
      const columns = ['busy_until', 'busy_by'] as const;
      const found = db.query.selectFrom('accounts').select(columns).where('id', '=', id);
      return { ...(await found.executeTakeFirstOrThrow()) };
    },
    async close() {
      for (const one of opened) await one.close();
      await database.drop();
    },
  };
}

const deliveryRow = (db: Db, id: string) =>
  db.query.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

/** A claim at this time: everything due by then, for thirty seconds. */
export const claimAt = (now: number, more: Partial<ClaimRequest> = {}): ClaimRequest => ({
  worker: 'w1',
  now,
  horizon: now,
  until: now + 30_000,
  limit: 100,
  platforms: ['bluesky'],
  ...more,
});

export const heldBy = ({ id, lease, account_id, claim }: ClaimedRow): Held => ({
  id,
  lease,
  account_id,
  claim,
});

export const begun = (name = 'post'): StepRow => ({
  name,
  state: 'begun',
  value: null,
  begun_at: 1,
  looks: 0,
  looked_at: null,
});

export const publishedBy = (held: Held, worker = 'w1'): Settlement => ({
  ...held,
  state: 'published',
  wake_at: null,
  attempts: 1,
  failures: 0,
  first_tried_at: 1,
  published_at: 2,
  public_id: 'p1',
  url: 'https://example.com/p1',
  error_code: null,
  error_facts: null,
  error_raw: null,
  collect_at: null,
  attempt: { id: randomUUIDv7(), number: 1, worker, started_at: 1, ended_at: 2, outcome: 'published' },
});

export function theOnly<T>(rows: readonly T[]): T {
  const [row] = rows;
  if (rows.length !== 1 || row === undefined) throw new Error(`expected one row, found ${rows.length}`);
  return row;
}
