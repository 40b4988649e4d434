import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { ClaimedRow, Db, KeyRow } from './db.ts';
import { gatherWrites } from './gather-writes.ts';
import { holder, letGoText, letGoValues, newClaim } from './holder.ts';
import { ledger, pending } from './migrate.ts';
import { heldRows, type StepWrite, settlementRows, stepRows } from './postgres-rows.ts';
import type { Tables } from './tables.ts';

const channel = 'postbote_due';
/** Any number, as long as every version of Postbote uses the same. */
const migrationLock = 8_377_001;

/** PostgreSQL for many nodes: claims pass each other by SKIP LOCKED, wake-ups travel by NOTIFY. */
export function openPostgres(
  url: string,
  options: { connections?: number; onError?: (error: Error) => void } = {},
): Db {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections ?? 10,
    types: { getTypeParser: numbersAsNumbers },
    application_name: 'postbote',
  });
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', (error) => options.onError?.(error));
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const run = async <R extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) =>
    (await pool.query<R>({ name, text, values })).rows;
  const writeStep = gatherWrites<StepWrite>(
    async (writes) => {
      const rows = await run<{ key: string }>('write_steps', writeStepsText, stepRows.values(writes));
      return new Set(rows.map((row) => row.key));
    },
    // The claim is named too: a run that has lost its delivery may write in the same moment as the one that has it now.
    ({ held, step }) => `${holder(held)} ${step.name}`,
    ({ held, step }) => `${held.id} ${step.name}`,
  );
  let listener: pg.Client | null = null;
  const nodeId = randomUUID();
  let closed = false;

  return {
    kind: 'postgres',
    query,
    transaction: (work) => query.transaction().execute(work),
    async lockWorkspace(inside, workspaceId) {
      await sql`select id from workspaces where id = ${workspaceId} for update`.execute(inside);
    },
    read: <T>(text: string, values: readonly (string | number)[]) => {
      const known = numbered(text);
      return run<T & pg.QueryResultRow>(known.name, known.text, [...values]);
    },
    async findKey(hash) {
      const text = 'select id, workspace_id, mode from api_keys where hash = $1 and revoked_at is null';
      return (await run<KeyRow>('find_key', text, [hash]))[0] ?? null;
    },

    claim: (request) =>
      run<ClaimedRow>('claim', claimText, [
        request.horizon,
        request.now,
        request.platforms,
        request.limit,
        request.until,
        newClaim(request.worker),
      ]),
    writeStep: (held, until, step) => writeStep({ held, until, step }),
    async renew(all, until) {
      const rows = await run<{ id: string }>('renew', renewText, [...heldRows.values(all), until]);
      return new Set(rows.map((row) => row.id));
    },
    async letGo(held) {
      await run('let_go', numbered(letGoText).text, letGoValues(held));
    },
    async settle(settlements) {
      const rows = await run<{ id: string }>('settle', settleText, settlementRows.values(settlements));
      return new Set(rows.map((row) => row.id));
    },

    announce(dueAt) {
      if (closed) return;
      pool
        .query('select pg_notify($1, $2)', [channel, String(dueAt)])
        .catch((error) => options.onError?.(error));
    },
    tell(texts) {
      if (closed) return;
      // Signed, so that this process does not hear itself; in one statement, since each would be a commit of its own.
      const signed = texts.map((text) => `${nodeId} ${text}`);
      pool
        .query('select pg_notify($1, s.text) from unnest($2::text[]) as s (text)', [channel, signed])
        .catch((error) => options.onError?.(error));
    },
    async listen(heard, told) {
      const connect = async (): Promise<void> => {
        const client = new pg.Client({ connectionString: url, application_name: 'postbote-listen' });
        client.on('notification', ({ payload = '' }) => {
          const [, from, text] = /^(\S+) (.*)$/s.exec(payload) ?? [];
          if (text === undefined) heard(Number(payload));
          else if (from !== nodeId) told?.(text);
        });
        client.on('error', (error) => {
          options.onError?.(error);
          listener = null;
          // What was announced meanwhile is found by the worker's own safety look.
          if (!closed) setTimeout(() => connect().catch((again) => options.onError?.(again)), 1000).unref();
        });
        await client.connect();
        await client.query(`listen ${channel}`);
        listener = client;
      };
      await connect();
    },
    async measureSkew() {
      // The database looked at its clock somewhere within the round trip: of a few the quickest tells best.
      let best = { tookMs: Number.POSITIVE_INFINITY, skewMs: 0 };
      for (let times = 0; times < 5 && best.tookMs > 20; times += 1) {
        const before = Date.now();
        const [row] = await run<{ at: number }>(
          'clock',
          'select (extract(epoch from clock_timestamp()) * 1000)::bigint as at',
          [],
        );
        const after = Date.now();
        const tookMs = Math.max(0, after - before);
        if (tookMs < best.tookMs) best = { tookMs, skewMs: (row?.at ?? before) - (before + after) / 2 };
      }
      return best.skewMs;
    },
    async migrate(scripts, now) {
      const client = await pool.connect();
      try {
        await client.query('select pg_advisory_lock($1)', [migrationLock]);
        await client.query(ledger);
        const { rows } = await client.query<{ version: number }>('select version from schema_migrations');
        for (const script of pending(
          scripts,
          rows.map((row) => row.version),
        )) {
          await client.query('begin');
          await client.query(script.sql.replaceAll(/^-- on postgres: /gm, ''));
          await client.query(
            'insert into schema_migrations (version, name, applied_at) values ($1, $2, $3)',
            [script.version, script.name, now],
          );
          await client.query('commit');
        }
        await client.query('select pg_advisory_unlock($1)', [migrationLock]);
        client.release();
      } catch (error) {
        // Closing the connection rolls back and gives the lock up.
        client.release(true);
        throw error;
      }
    },
    async close() {
      closed = true;
      await listener?.end();
      await query.destroy();
    },
  };
}

const readTexts = new Map<string, { name: string; text: string }>();

/** `?` marks as PostgreSQL numbers them, with a name under which each connection keeps the plan. */
function numbered(text: string): { name: string; text: string } {
  let known = readTexts.get(text);
  if (!known) {
    let mark = 0;
    known = { name: `read_${readTexts.size}`, text: text.replaceAll('?', () => `$${++mark}`) };
    readTexts.set(text, known);
  }
  return known;
}

/** int8 and numeric come as text by default; ours are milliseconds and counts, far below 2^53. */
function numbersAsNumbers(oid: number, format?: 'text' | 'binary') {
  if (oid === pg.types.builtins.INT8 || oid === pg.types.builtins.NUMERIC) return Number;
  return pg.types.getTypeParser(oid, format as 'text');
}

// Locking both rows makes two claims at once choose different accounts, and has the conditions checked again on the
// newest version of each: a claim changes the account, an outcome changes both.
const claimText = `
with due as (
  select d.id, d.lease, d.account_id, d.post_id, d.workspace_id, d.mode, d.platform, d.text, d.settings, d.state,
    d.due_at, d.attempts, d.failures, d.first_tried_at, d.wake_at as woken_for, p.post_type, p.cover_url, a.busy_by as taken_over
  from accounts a join deliveries d on a.id = d.account_id join posts p on p.id = d.post_id
  where d.state in ('pending', 'publishing') and d.wake_at <= $1::bigint and a.busy_until <= $2::bigint
    and d.platform = any($3::text[])
  order by d.wake_at limit $4
  for no key update of a, d skip locked
), chosen as (
  select distinct on (account_id) * from due order by account_id, woken_for, id
)
update accounts a set busy_until = $5::bigint, busy_by = c.id || ':' || $6::text
from chosen c where a.id = c.account_id
returning c.*, $6::text as claim, a.external_id, a.username, a.state as account_state, a.credentials, a.refresh_at`;

// Whoever takes several accounts takes them in the order of their ids, and a delivery after its account: nobody waits for
// somebody who waits for them.
const writeStepsText = `
with asked as (
  select * from ${stepRows.from}
), locked as (
  select d.id, a.id as account_id, s.holder, s.name, s.until, d.state from asked s
  join accounts a on a.id = s.account_id and a.busy_by = s.holder
  join deliveries d on d.id = s.id and d.lease = s.lease
  order by a.id for no key update of a, d
), account as (
  update accounts a set busy_until = l.until from (
    select account_id, max(until) as until from locked group by account_id
  ) l where a.id = l.account_id
), begun as (
  update deliveries d set state = 'publishing' from locked l where d.id = l.id and l.state <> 'publishing'
), written as (
  insert into steps (delivery_id, name, state, value, begun_at, looks, looked_at)
  select s.id, s.name, s.state, s.value, s.begun_at, s.looks, s.looked_at
  from asked s join locked l on l.id = s.id and l.name = s.name
  on conflict (delivery_id, name) do update set state = excluded.state, value = excluded.value,
    begun_at = excluded.begun_at, looks = excluded.looks, looked_at = excluded.looked_at
)
select holder || ' ' || name as key from locked`;

const renewText = `
with asked as (
  select * from ${heldRows.from}
), locked as (
  select d.id, a.id as account_id from asked s
  join accounts a on a.id = s.account_id and a.busy_by = s.holder
  join deliveries d on d.id = s.id and d.lease = s.lease
  order by a.id for no key update of a, d
), account as (
  update accounts a set busy_until = $5::bigint from locked l where a.id = l.account_id
)
select id from locked`;

const settleText = `
with asked as (
  select * from ${settlementRows.from}
), locked as (
  select s.* from asked s join accounts a on a.id = s.account_id and a.busy_by = s.holder
  order by a.id for no key update of a
), freed as (
  update accounts a set busy_until = 0, busy_by = null from locked s where a.id = s.account_id
  returning s.*
), settled as (
  update deliveries d set state = s.state, wake_at = s.wake_at, attempts = s.attempts, failures = s.failures,
    first_tried_at = s.first_tried_at, published_at = s.published_at, public_id = s.public_id, url = s.url,
    error_code = s.error_code, error_facts = s.error_facts, error_raw = s.error_raw, collect_at = s.collect_at
  from freed s where d.id = s.id and d.lease = s.lease
  returning s.*
), audited as (
  insert into attempts (id, delivery_id, number, worker, started_at, ended_at, outcome, error_code, error_facts, error_raw)
  select attempt_id, id, number, worker, started_at, ended_at, outcome, error_code, error_facts, error_raw
  from settled where outcome is not null
)
select id from settled`;
