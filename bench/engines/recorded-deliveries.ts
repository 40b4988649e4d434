import { randomUUID, randomUUIDv7 } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { unseal } from '../../src/accounts/secrets.ts';
import { openApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { insertWorkspace } from '../../src/store/workspaces.ts';
import { connectTo, type Environment } from '../connection.ts';
import { addDueDeliveries } from '../seed.ts';

export interface RecordedDeliveries {
  /** One for each job of the library. */
  readonly ids: readonly string[];
  /**
   * What a handler must do for the same end as ours: read its delivery and login, and leave the outcome and an audit
   * row behind. Many at once, in two statements.
   */
  publish(ids: readonly string[], started: () => void): Promise<void>;
  /** The same for a library that hands over one job at a time: those of one turn of the event loop go together. */
  publishOne(id: string, started: () => void): Promise<void>;
  close(): Promise<void>;
}

/** Postbote's own tables in the library's database, filled as for Postbote. */
export async function openRecordedDeliveries(count: number, dueAt: number): Promise<RecordedDeliveries> {
  const config = readConfig(process.env);
  const joined = await openApp(config, pino({ level: 'warn' }));
  const workspaceId = randomUUID();
  await insertWorkspace(joined.app.db.query, { id: workspaceId, name: 'Bench', created_at: Date.now() });
  await joined.close();
  const { encryptionKey } = config;
  const connection = await connectTo(process.env as Environment);
  await addDueDeliveries(connection, { workspaceId, encryptionKey, count, dueAt });
  const rows = await connection.all<{ id: string }>('select id from deliveries order by id');
  await connection.close();
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });

  const publish: RecordedDeliveries['publish'] = async (ids, started) => {
    const startedAt = Date.now();
    const read = await pool.query({ name: 'read', text: readText, values: [ids] });
    for (const { account_id: accountId, credentials } of read.rows) {
      const login = unseal<{ accessToken: string }>(encryptionKey, accountId, credentials);
      if (login.accessToken !== 'bench') throw new Error('not the login that was sealed');
      started();
    }
    const audit = ids.map(() => randomUUIDv7());
    await pool.query({ name: 'record', text: recordText, values: [ids, audit, startedAt, Date.now()] });
  };

  let together: { id: string; started: () => void }[] = [];
  let ended: Promise<void> | null = null;
  const flush = () => {
    const group = together;
    together = [];
    ended = null;
    let next = 0;
    return publish(
      group.map(({ id }) => id),
      () => group[next++]?.started(),
    );
  };
  return {
    ids: rows.map(({ id }) => id),
    publish,
    publishOne(id, started) {
      together.push({ id, started });
      ended ??= new Promise<void>((resolve) => setImmediate(resolve)).then(flush);
      return ended;
    },
    close: () => pool.end(),
  };
}

const readText = `
select d.id, d.account_id, d.text, d.settings, d.platform, p.post_type, p.cover_url, a.external_id, a.username,
  a.credentials, a.state
from deliveries d join accounts a on a.id = d.account_id join posts p on p.id = d.post_id
where d.id = any($1::text[]) and d.state = 'pending'`;

const recordText = `
with asked as (
  select * from unnest($1::text[], $2::text[]) as s (id, attempt_id)
), settled as (
  update deliveries d set state = 'published', wake_at = null, attempts = 1, first_tried_at = $3::bigint,
    published_at = $4::bigint, public_id = 'bench', collect_at = $4::bigint + 300000
  from asked s where d.id = s.id and d.state = 'pending' returning s.*
)
insert into attempts (id, delivery_id, number, worker, started_at, ended_at, outcome)
select attempt_id, id, 1, 'bench', $3::bigint, $4::bigint, 'published' from settled`;
