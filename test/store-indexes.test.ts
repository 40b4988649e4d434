import { ok } from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type CompiledQuery, type QueryId, sql } from 'kysely';
import type { Query } from '../src/store/db.ts';
import { deliveriesOfPost, nextWakeAt, overdueCount } from '../src/store/deliveries.ts';
import { findRemembered } from '../src/store/idempotency-keys.ts';
import { latestScheduledAt, listOpenPosts } from '../src/store/posts.ts';
import { onBothDatabases } from './databases.ts';
import { type Stage, setStage } from './store-rows.ts';

const count = 20_000;
const now = 1_900_000_000_000;

onBothDatabases('with 20,000 posts no big table is read from end to end', (kind) => {
  let stage: Stage;
  before(async () => {
    stage = await setStage(kind);
    await fill(stage);
  });
  after(() => stage.close());

  const explain = async (text: string, parameters: readonly unknown[] = []): Promise<string> => {
    const words = kind === 'sqlite' ? 'explain query plan' : 'explain';
    const compiled = sql.raw<Record<string, string>>(`${words} ${text}`).compile(stage.db.query);
    const { rows } = await stage.db.query.executeQuery({ ...compiled, parameters });
    return rows.map((row) => (row as Record<string, string>).detail ?? (row as Record<string, string>)['QUERY PLAN']).join('\n');
  };
  /** A search in an index may touch rows; a scan of a table without one may not happen. */
  const isGood = (plan: string) => {
    const scans = /(?:Seq Scan on|SCAN) (?:deliveries|posts|steps|attempts|idempotency_keys|[dpos])\b(?! USING (?:COVERING )?INDEX)/i;
    ok(!scans.test(plan), plan);
    ok(/INDEX/i.test(plan), plan);
  };
  /** Explains what the store itself sends. */
  const isGoodFor = async (run: (query: Query) => unknown) => {
    const sent: CompiledQuery[] = [];
    await run(listening(stage, sent));
    ok(sent.length > 0);
    for (const { sql: text, parameters } of sent) isGood(await explain(text, parameters));
  };

  test('to list what is open', () => isGoodFor((query) => listOpenPosts(query, stage.workspaceId, 'test', 10)));
  test('to find the next slot', () => isGoodFor((query) => latestScheduledAt(query, stage.workspaceId, 'test')));
  test('to find the next moment to wake', () => isGoodFor((query) => nextWakeAt(query, now)));
  test('to count what is overdue', () => isGoodFor((query) => overdueCount(query, now - 60_000)));
  test('to show a post', () => isGoodFor((query) => deliveriesOfPost(query, randomUUIDv7())));
  test('to find an idempotency key', () => isGoodFor((query) => findRemembered(query, 'k', 'n', now)));

  test('to claim', async () => {
    const text = statementIn(kind, 'due_at, d.attempts').replace(/\$\{marks\}/, "'bluesky'");
    const claim = kind === 'sqlite' ? text : text.replaceAll(/\$[1256]::bigint|\$6/g, (at) => (at === '$6' ? "'w'" : String(now)));
    isGood(await explain(kind === 'sqlite' ? fillMarks(claim) : claim.replace('$3', "'{bluesky}'").replace('$4', '100')));
  });

  test('to look an API key up', async () => {
    const plan = await explain(
      "select id, workspace_id, mode from api_keys where hash = 'h' and revoked_at is null",
    );
    ok(/INDEX/i.test(plan), plan);
  });
});

/** The claim is text in the source; it is read there, so that the test explains what really runs. */
function statementIn(kind: string, part: string): string {
  const source = readFileSync(join(import.meta.dirname, `../src/store/${kind}.ts`), 'utf8');
  const found = source.split('`').find((text) => text.includes(part) && /^\s*(?:select|with)/.test(text));
  if (!found) throw new Error('the claim is not where it was');
  return found;
}

function fillMarks(text: string): string {
  const values = [now + 2_000, now, now, 100];
  return text.replaceAll('?', () => String(values.shift()));
}

/** Passes everything on and notes what was sent. */
function listening(stage: Stage, sent: CompiledQuery[]): Query {
  const executor = stage.db.query.getExecutor();
  const noting = Object.create(executor, {
    executeQuery: {
      value: (query: CompiledQuery, id: QueryId) => {
        sent.push(query);
        return executor.executeQuery(query, id as never);
      },
    },
    withPlugins: { value: () => noting },
    withoutPlugins: { value: () => noting },
  });
  const { query } = stage.db;
  return new Proxy(query, {
    get(target, name) {
      if (name === 'getExecutor') return () => noting;
      if (name !== 'selectFrom') return Reflect.get(target, name);
      return (...from: Parameters<typeof query.selectFrom>) => withExecutor(target.selectFrom(...from), noting);
    },
  });
}

/** A query builder of Kysely carries its executor in its properties and passes it on. */
function withExecutor<T extends object>(builder: T, executor: unknown): T {
  const wrap = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('execute' in value)) return value;
    return withExecutor(value, executor);
  };
  return new Proxy(builder, {
    get(target, name) {
      const value = Reflect.get(target, name);
      if (typeof value !== 'function') return value;
      if (name === 'execute' || name === 'executeTakeFirst' || name === 'executeTakeFirstOrThrow') {
        return async (...given: unknown[]) => {
          const compiled = (target as unknown as { compile(): CompiledQuery }).compile();
          await (executor as { executeQuery(query: CompiledQuery): Promise<unknown> }).executeQuery(compiled);
          return value.apply(target, given);
        };
      }
      return (...given: unknown[]) => wrap(value.apply(target, given));
    },
  });
}

async function fill(stage: Stage): Promise<void> {
  const accounts: string[] = [];
  for (let at = 0; at < 50; at += 1) accounts.push(await stage.account());
  const owned = { workspace_id: stage.workspaceId, mode: 'test' as const };
  const states = ['published', 'published', 'published', 'failed', 'pending'] as const;
  for (let start = 0; start < count; start += 1000) {
    const rows = Array.from({ length: 1000 }, (_, at) => {
      const state = states[at % states.length] ?? 'pending';
      const at_ = now + (start + at - count) * 60_000;
      return { state, post_id: randomUUIDv7(), created_at: at_, due_at: at_ + (state === 'pending' ? count * 60_000 : 0), account: accounts[at % 50] ?? '' };
    });
    await stage.db.query
      .insertInto('posts')
      .values(rows.map(({ post_id, created_at, due_at }) => ({ ...owned, id: post_id, api_key_id: null, content: 'c', post_type: 'text' as const, cover_url: null, scheduled_at: due_at, created_at })))
      .execute();
    await stage.db.query
      .insertInto('deliveries')
      .values(
        rows.map(({ state, post_id, created_at, due_at, account }) => ({
          ...owned,
          id: randomUUIDv7(),
          post_id,
          account_id: account,
          platform: 'bluesky' as const,
          text: 't',
          custom_caption: 0,
          settings: '{}',
          state,
          due_at,
          wake_at: state === 'pending' ? due_at : null,
          published_at: state === 'published' ? due_at : null,
          created_at,
        })),
      )
      .execute();
  }
  if (stage.db.kind === 'postgres') await sql`analyze`.execute(stage.db.query);
}
