import { randomUUID } from 'node:crypto';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import type { ClaimedRow, Db, KeyRow } from './db.ts';
import { gatherWrites } from './gather-writes.ts';
import { holder, letGoText, letGoValues, newClaim } from './holder.ts';
import { ledger, pending } from './migrate.ts';
import { claimText, fixedPlans, renewText, settleText, writeStepsText } from './postgres-publishing.ts';
import { heldRows, type StepWrite, settlementRows, stepRows } from './postgres-rows.ts';
import type { Tables } from './tables.ts';

const channel = 'postbote_due';
/** Any number, as long as every version of Postbote uses the same. */
const migrationLock = 8_377_001;
const publisherConnections = 4;
/** So many claimed in one go will end together as well. */
const many = 500;

/** PostgreSQL for many nodes: claims pass each other by SKIP LOCKED, wake-ups travel by NOTIFY. */
export function openPostgres(
  url: string,
  options: { connections?: number; onError?: (error: Error) => void } = {},
): Db {
  const openPool = (more: pg.PoolConfig) => {
    const pool = new pg.Pool({
      connectionString: url,
      types: { getTypeParser: numbersAsNumbers },
      application_name: 'postbote',
      ...more,
    });
    // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
    pool.on('error', (error) => options.onError?.(error));
    return pool;
  };
  const pool = openPool({ max: options.connections ?? 10 });
  // One stays open: whoever asks every few seconds should not have to knock each time.
  const publisherPool = openPool({
    max: publisherConnections,
    min: 1,
    onConnect: (client) => client.query(fixedPlans),
  });
  const query = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const runIn =
    (at: pg.Pool) =>
    async <R extends pg.QueryResultRow>(name: string, text: string, values: unknown[]) =>
      (await at.query<R>({ name, text, values })).rows;
  const run = runIn(pool);
  const publish = runIn(publisherPool);
  const writeStep = gatherWrites<StepWrite>(
    async (writes) => {
      const rows = await publish<{ key: string }>('write_steps', writeStepsText, stepRows.values(writes));
      return new Set(rows.map((row) => row.key));
    },
    // The claim is named too: a run that has lost its delivery may write in the same moment as the one that has it now.
    ({ held, step }) => `${holder(held)} ${step.name}`,
    ({ held, step }) => `${held.id} ${step.name}`,
  );
  /** Opens the connections for many outcomes at once and has the statement planned there: before they are needed. */
  const standBy = () => {
    for (let count = publisherPool.totalCount; count < publisherConnections; count += 1) {
      publish('settle', settleText, settlementRows.values([])).catch((error) => options.onError?.(error));
    }
  };
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

    async claim({ worker, now, horizon, until, limit, platforms }) {
      const values = [horizon, now, platforms, limit, until, newClaim(worker)];
      const rows = await publish<ClaimedRow>('claim', claimText, values);
      if (rows.length >= many) standBy();
      return rows;
    },
    writeStep: (held, until, step) => writeStep({ held, until, step }),
    async renew(all, until) {
      const rows = await publish<{ id: string }>('renew', renewText, [...heldRows.values(all), until]);
      return new Set(rows.map((row) => row.id));
    },
    async letGo(held) {
      await publish('let_go', numbered(letGoText).text, letGoValues(held));
    },
    async settle(settlements) {
      const rows = await publish<{ id: string }>('settle', settleText, settlementRows.values(settlements));
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
      await publisherPool.end();
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
