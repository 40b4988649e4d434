import { randomUUIDv7 } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import { seal } from '../src/accounts/secrets.ts';
import { openApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { App } from '../src/context.ts';
import { startFleet } from './chaos-fleet.ts';
import type { Mutant } from './chaos-mutants.ts';
import { startChaosPlatform } from './chaos-platform.ts';
import { type DatabaseKind, makeDatabase } from './databases.ts';

export interface ChaosReport {
  readonly publishes: number;
  readonly published: number;
  /** Deliveries the platform never saw. */
  readonly lost: number;
  /** Posts that are public more than once. */
  readonly doubled: number;
  readonly otherStates: Record<string, number>;
  /** Deliveries without exactly one audit row that says `published`. */
  readonly auditedWrong: number;
  readonly kills: number;
  readonly stops: number;
  readonly counts: Record<string, number>;
  readonly complaints: Record<string, number>;
  readonly seconds: number;
}

/** Ten times as fast: the lease of 30 s ends after 3 s. */
const speed = 10;

export async function runChaos(options: {
  kind: DatabaseKind;
  publishes: number;
  accounts: number;
  /** The deliveries come due within this time. */
  spreadSeconds: number;
  /** How often a worker is killed or stopped. */
  strikes: number;
  /** Given up after this, finished or not. */
  maxSeconds: number;
  mutant?: Mutant;
}): Promise<ChaosReport> {
  const startedAt = Date.now();
  const passed = () => (Date.now() - startedAt) / 1000;
  const database = await makeDatabase(options.kind);
  const env = { ...database.env, POSTBOTE_CLOCK: `${speed}@${startedAt}` };
  const { app, close } = await openApp(readConfig(env), pino({ level: 'silent' }));
  const texts = await seed(app, options);
  const platform = await startChaosPlatform();
  const doubled = () => [...platform.effects.values()].filter((times) => times > 1).length;
  const fleet = startFleet({
    size: 2,
    // Few at a time: at this speed a queue of writes of one second already uses up the margin of a lease.
    // The compile cache halves the work of loading.
    env: { ...env, POSTBOTE_CONCURRENCY: '40', NODE_COMPILE_CACHE: join(database.dataDir, 'compiled') },
    args: ['--platform', platform.url, ...(options.mutant ? ['--mutant', options.mutant] : [])],
    strikes: options.strikes,
    every: options.publishes / (options.strikes + 6),
    progress: () => platform.effects.size,
    exposed: platform.awaiting,
    leaseMs: 30_000 / speed,
  });
  try {
    while (passed() < options.maxSeconds) {
      await new Promise((resolve) => setTimeout(resolve, 200));
      // A mutant is caught by the first double; the real one has to come to the end.
      if (options.mutant && doubled() > 0) break;
      const { published = 0, pending = 0, publishing = 0 } = await countStates(app);
      if (published > options.publishes * 0.99) fleet.calm();
      if (pending + publishing === 0) break;
    }
    // Stopped workers wake up once more: what they still hold must not come out now.
    fleet.calm();
    await new Promise((resolve) => setTimeout(resolve, options.mutant ? 0 : 500));
    const { published = 0, ...otherStates } = await countStates(app);
    return {
      publishes: options.publishes,
      published,
      lost: texts.filter((text) => !platform.effects.has(text)).length,
      doubled: doubled(),
      otherStates,
      auditedWrong: options.mutant ? 0 : await countAuditedWrong(app),
      kills: fleet.counts.kills,
      stops: fleet.counts.stops,
      counts: { ...platform.counts },
      complaints: Object.fromEntries(fleet.complaints),
      seconds: Math.round(passed()),
    };
  } finally {
    await fleet.close();
    await platform.close();
    await close();
    await database.drop();
  }
}

async function seed(
  app: App,
  options: { publishes: number; accounts: number; spreadSeconds: number },
): Promise<string[]> {
  const { query } = app.db;
  const now = app.clock.now();
  const workspace_id = randomUUIDv7();
  await query.insertInto('workspaces').values({ id: workspace_id, name: 'Chaos', created_at: now }).execute();
  const owned = { workspace_id, mode: 'test' as const, created_at: now };
  const accounts = Array.from({ length: options.accounts }, (_, index) => {
    const id = randomUUIDv7();
    return {
      ...owned,
      id,
      platform: 'twitter' as const,
      external_id: String(index),
      name: `Account ${index}`,
      username: null,
      state: 'active' as const,
      credentials: seal(app.config.encryptionKey, id, { accessToken: `token-${index}` }),
      settings: '{}',
    };
  });
  for (const some of chunks(accounts)) await query.insertInto('accounts').values(some).execute();

  const texts = Array.from({ length: options.publishes }, (_, index) => `post-${index}`);
  for (const some of chunks(texts)) {
    const rows = some.map((text) => {
      const post_id = randomUUIDv7();
      const dueAt = now + Math.floor(Math.random() * options.spreadSeconds * 1000 * speed);
      const account = accounts[Math.floor(Math.random() * accounts.length)];
      return { text, post_id, dueAt, account_id: account?.id ?? '' };
    });
    await query
      .insertInto('posts')
      .values(
        rows.map(({ post_id, text, dueAt }) => ({
          ...owned,
          id: post_id,
          api_key_id: null,
          content: text,
          post_type: 'text' as const,
          cover_url: null,
          scheduled_at: dueAt,
        })),
      )
      .execute();
    await query
      .insertInto('deliveries')
      .values(
        rows.map(({ dueAt, ...row }) => ({
          ...owned,
          ...row,
          id: randomUUIDv7(),
          platform: 'twitter' as const,
          custom_caption: 0,
          settings: '{}',
          state: 'pending' as const,
          due_at: dueAt,
          wake_at: dueAt,
        })),
      )
      .execute();
  }
  return texts;
}

function chunks<T>(all: readonly T[], size = 500): T[][] {
  return Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  );
}

async function countStates(app: App): Promise<Record<string, number>> {
  const rows = await app.db.query
    .selectFrom('deliveries')
    .select(['state', ({ fn }) => fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return Object.fromEntries(rows.map(({ state, count }) => [state, Number(count)]));
}

async function countAuditedWrong(app: App): Promise<number> {
  const rows = await app.db.query
    .selectFrom('deliveries')
    .leftJoin('attempts', (join) =>
      join.onRef('attempts.delivery_id', '=', 'deliveries.id').on('attempts.outcome', '=', 'published'),
    )
    .select(['deliveries.id', ({ fn }) => fn.count<number>('attempts.id').as('count')])
    .groupBy('deliveries.id')
    .execute();
  return rows.filter(({ count }) => Number(count) !== 1).length;
}
