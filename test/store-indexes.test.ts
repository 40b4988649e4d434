import { ok } from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { sql } from 'kysely';
import pg from 'pg';
import { activeAccounts } from '../src/store/accounts.ts';
import type { Db, Query } from '../src/store/db.ts';
import {
  cancelPending,
  deliveriesOfPost,
  nextWakeAt,
  overdueCount,
  stepsOf,
  takenIds,
} from '../src/store/deliveries.ts';
import { findRemembered } from '../src/store/idempotency-keys.ts';
import {
  claimText,
  fixedPlans,
  renewText,
  settleText,
  writeStepsText,
} from '../src/store/postgres-publishing.ts';
import { findPost, latestScheduledAt, listOpenPosts } from '../src/store/posts.ts';
import { nthNewest, nthNewestOfApp, publishedByAccount } from '../src/store/quotas.ts';
import { cancelOfAccount, holdDeliveries, postponeOthers, releaseDeliveries } from '../src/store/waiting.ts';
import { onBothDatabases } from './databases.ts';
import { type Stage, setStage } from './store-rows.ts';

const count = 20_000;
const now = 1_900_000_000_000;
const publishing = { claimText, writeStepsText, renewText, settleText };

onBothDatabases('with 20,000 posts no table that grows is read from end to end', (kind) => {
  let stage: Stage;
  let publisher: pg.Client | null = null;
  before(async () => {
    stage = await setStage(kind);
    if (kind === 'postgres') publisher = await planAhead(stage);
    await fill(stage);
  });
  after(async () => {
    await publisher?.end();
    await stage.close();
  });

  const explain = async (text: string, parameters: readonly unknown[] = []): Promise<string> => {
    const asked = sql.raw(`${kind === 'sqlite' ? 'explain query plan' : 'explain'} ${text}`);
    const { rows } = await stage.db.query.executeQuery<Record<string, string>>({
      ...asked.compile(stage.db.query),
      parameters,
    });
    return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
  };
  const usesIndexes = (plan: string) => {
    const names = 'deliveries|posts|steps|attempts|idempotency_keys|api_keys|d|o|p';
    const fullScan = new RegExp(`(?:Seq Scan on|SCAN) (?:${names})\\b(?! USING (?:COVERING )?INDEX)`);
    ok(!fullScan.test(plan), plan);
    ok(/INDEX/i.test(plan), plan);
  };
  /** Explains what the store itself sends, by either of its ways. */
  const search = (name: string, run: (db: Db, query: Query) => unknown) =>
    test(name, async () => {
      const sent: { text: string; values: readonly unknown[] }[] = [];
      const read: Db['read'] = (text, values) => {
        let mark = 0;
        sent.push({ text: kind === 'sqlite' ? text : text.replaceAll('?', () => `$${++mark}`), values });
        return stage.db.read(text, values);
      };
      const query = stage.db.query.withPlugin({
        transformQuery({ node, queryId }) {
          const compiled = stage.db.query.getExecutor().compileQuery(node, queryId);
          sent.push({ text: compiled.sql, values: compiled.parameters });
          return node;
        },
        transformResult: async ({ result }) => result,
      });
      await run({ ...stage.db, read, query }, query);
      ok(sent.length > 0);
      for (const { text, values } of sent) usesIndexes(await explain(text, values));
    });

  // keeps: store.indexes
  search('to list what is open', (db) => listOpenPosts(db, stage.workspaceId, 'test', 10));
  search('to find the next slot', (_, query) => latestScheduledAt(query, stage.workspaceId, 'test'));
  search('to find the next moment to wake', (db) => nextWakeAt(db, now));
  search('to count what is overdue', (db) => overdueCount(db, now - 60_000));
  search('to show a post', async (db) => {
    await findPost(db, stage.workspaceId, 'test', randomUUIDv7());
    await deliveriesOfPost(db, randomUUIDv7());
  });
  search('to remember the steps of a delivery', (db) => stepsOf(db, randomUUIDv7()));
  search('to tell which posts are known by other deliveries', (_, query) =>
    takenIds(query, { id: 'd', platform: 'bluesky', mode: 'test', external_id: 'e' }, ['1', '2']),
  );
  search('to cancel a post', (_, query) => cancelPending(query, randomUUIDv7()));
  search('to find an idempotency key', (_, query) => findRemembered(query, 'k', 'n', now));

  search('to hold back, wake and cancel what belongs to an account', async (_, query) => {
    const accountId = randomUUIDv7();
    await holdDeliveries(query, { accountId, exceptId: randomUUIDv7() }, 'account_paused');
    await releaseDeliveries(query, accountId, now);
    const at = { accountId, exceptId: '', dueAt: now, until: now, facts: '{}' };
    await postponeOthers(query, { ...at, code: 'quota_reached' });
    await cancelOfAccount(query, accountId, now);
  });
  search('to count what went out', async (db) => {
    const [account] = await activeAccounts(stage.db, stage.workspaceId, 'test');
    const id = String(account?.id);
    const counted = { since: now - 60_000, settingsPart: null };
    await publishedByAccount(db, [id, randomUUIDv7(), randomUUIDv7()], counted);
    await nthNewest(db, id, { ...counted, settingsPart: '"video_as":"reel"' }, 5);
    await nthNewestOfApp(db, { platform: 'youtube', mode: 'test' }, counted, 5);
  });

  // keeps: store.indexes
  if (kind === 'sqlite') test('to claim', async () => usesIndexes(await explain(sqliteClaim())));
  for (const [name, text] of kind === 'postgres' ? Object.entries(publishing) : []) {
    // keeps: store.indexes
    test(`to publish (${name}), though it was planned when there was nothing yet`, async () => {
      const values = Array(marksIn(text)).fill('null').join(', ');
      const { rows } = (await publisher?.query(`explain execute ${name} (${values})`)) ?? { rows: [] };
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      usesIndexes(plan);
      // The one plan that is fixed: row by row, also where a table is small enough to be read whole.
      ok(!/Seq Scan|Bitmap|Hash Join|Merge Join/.test(plan), plan);
      // Two lists that came with the statement, held against each other, would cost the square of their length.
      ok(
        !/Nested Loop[^\n]*\n *-> +(?:CTE|Function|Subquery) Scan[^\n]*\n *-> +(?:CTE|Function) Scan/.test(
          plan,
        ),
        plan,
      );
    });
  }

  test('to look an API key up', async () => {
    usesIndexes(await explain("select id, mode from api_keys where hash = 'h' and revoked_at is null"));
  });

  test('and the accounts of one workspace are few', async () => {
    ok((await activeAccounts(stage.db, stage.workspaceId, 'test')).length === 50);
  });
});

const marksIn = (text: string) =>
  Math.max(...Array.from(text.matchAll(/\$(\d+)/g), ([, number]) => Number(number)));

/** What the publisher's connections do, on an empty database. */
async function planAhead(stage: Stage): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: stage.database.env.DATABASE_URL });
  await client.connect();
  await client.query(fixedPlans);
  for (const [name, text] of Object.entries(publishing)) {
    await client.query(`prepare ${name} as ${text}`);
    await client.query(`execute ${name} (${Array(marksIn(text)).fill('null').join(', ')})`);
  }
  return client;
}

/** The claim as it stands in the source, with values in place of its marks. */
function sqliteClaim(): string {
  const source = readFileSync(join(import.meta.dirname, '../src/store/sqlite.ts'), 'utf8');
  const whole = /^[\s\S]*?from deliveries[\s\S]*d\.platform in \(/.exec(
    source.slice(source.indexOf('\n  select d.id, d.lease, d.account_id, ? as claim')),
  )?.[0];
  if (!whole) throw new Error('the claim is not where it was');
  return `${whole.replaceAll('?', String(now))}'bluesky') order by d.wake_at limit 100`;
}

async function fill(stage: Stage): Promise<void> {
  const { query } = stage.db;
  const accounts: string[] = [];
  for (let at = 0; at < 50; at += 1) accounts.push(await stage.account());
  const owned = { workspace_id: stage.workspaceId, mode: 'test' as const };
  const states = ['published', 'published', 'published', 'failed', 'pending'] as const;
  const key = { name: 'k', prefix: 'p', last_used_at: null, revoked_at: null };
  for (let start = 0; start < count; start += 1000) {
    const rows = Array.from({ length: 1000 }, (_, at) => {
      const state = states[at % states.length] ?? 'pending';
      const created_at = now + (start + at - count) * 60_000;
      const due_at = created_at + (state === 'pending' ? count * 60_000 : 0);
      return { post_id: randomUUIDv7(), state, created_at, due_at, account_id: accounts[at % 50] ?? '' };
    });
    const text = { api_key_id: null, content: 'c', post_type: 'text' as const, cover_url: null };
    await query
      .insertInto('posts')
      .values(
        rows.map((row) => ({
          ...owned,
          ...text,
          id: row.post_id,
          scheduled_at: row.due_at,
          created_at: row.created_at,
        })),
      )
      .execute();
    const delivery = { platform: 'bluesky' as const, text: 't', custom_caption: 0, settings: '{}' };
    await query
      .insertInto('deliveries')
      .values(
        rows.map((row) => ({
          ...owned,
          ...delivery,
          ...row,
          id: row.post_id,
          wake_at: row.state === 'pending' ? row.due_at : null,
          published_at: row.state === 'published' ? row.due_at : null,
        })),
      )
      .execute();
    const begun = {
      name: 'post',
      state: 'done' as const,
      value: '{}',
      begun_at: 1,
      looks: 0,
      looked_at: null,
    };
    await query
      .insertInto('steps')
      .values(rows.map((row) => ({ ...begun, delivery_id: row.post_id })))
      .execute();
    const keys = rows.map((row) => ({ ...owned, ...key, id: row.post_id, hash: row.post_id, created_at: 1 }));
    await query.insertInto('api_keys').values(keys).execute();
    const remembered = { name: 'n', fingerprint: 'f', result: '{}', created_at: now };
    await query
      .insertInto('idempotency_keys')
      .values(keys.map(({ id }) => ({ ...remembered, api_key_id: id })))
      .execute();
  }
  if (stage.db.kind === 'postgres') await sql`analyze`.execute(query);
}
