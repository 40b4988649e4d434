import { noteRateLimits } from '../accounts/note-rate-limits.ts';
import { unseal } from '../accounts/secrets.ts';
import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { createPlainCall } from '../platforms/http.ts';
import type { Metric } from '../platforms/platform.ts';
import { windowAt } from '../platforms/quota-window.ts';
import type { Credentials } from '../platforms/signing-in.ts';
import { appScope, rateLimitsAfter } from '../store/rate-limits.ts';
import {
  type DueReading,
  insertSnapshot,
  namePost,
  newestSnapshot,
  planReading,
  takeDueReadings,
} from '../store/snapshots.ts';
import { spentUnits } from '../store/units.ts';
import { nextReadingAt, nextTryAt } from './schedule.ts';

const perRound = 100;
const againMs = 15 * 60_000;

/** So many in a row that cannot be read are the platform's trouble; one alone may be a post that was deleted there. */
const givesUpAfter = 3;

/** Reads the numbers that are due and stores them as snapshots. A reading that fails is due again, to day 30. */
export async function collectInsights(app: App): Promise<void> {
  const now = app.clock.now();
  const due = await takeDueReadings(app.db.query, now, now + againMs, perRound);
  const byPlatform = Map.groupBy(due, (reading) => reading.platform);
  await Promise.all([...byPlatform.values()].map((readings) => readInTurn(app, readings)));
}

/** One platform at a time and in turn. An account, or a whole app, that is to be left alone is read when that is over. */
async function readInTurn(app: App, readings: readonly DueReading[]): Promise<void> {
  let failures = 0;
  for (const reading of readings) {
    try {
      const until = await quietUntil(app, reading);
      if (until === null) await readOne(app, reading);
      else await planReading(app.db.query, reading.id, until);
      failures = 0;
    } catch (error) {
      const code = error instanceof PostboteError ? error.code : 'internal';
      app.log.warn({ delivery: reading.id, platform: reading.platform, code }, 'numbers not read');
      await planReading(app.db.query, reading.id, nextTryAt(reading.published_at, app.clock.now()));
      failures = code === 'platform_unavailable' ? failures + 1 : 0;
      if (failures === givesUpAfter) return;
    }
  }
}

async function quietUntil(app: App, reading: DueReading): Promise<number | null> {
  const scopes = [reading.account_id, appScope(reading.platform, reading.mode)];
  const limits = await rateLimitsAfter(app.db, app.clock.now());
  const times = limits
    .filter(({ scope, what }) => scopes.includes(scope) && what !== 'posting')
    .map(({ until_at: until }) => until);
  const spent = await budgetSpentUntil(app, reading);
  if (spent !== null) times.push(spent);
  return times.length > 0 ? Math.max(...times) : null;
}

/** Numbers give way to posts: from a certain point on what is left of a day is theirs. */
async function budgetSpentUntil(app: App, { platform, mode }: DueReading): Promise<number | null> {
  const budget = app.platforms(platform)?.budget;
  if (!budget) return null;
  const { since, endsAt } = windowAt(budget.window, app.clock.now());
  const spent = await spentUnits(app.db, appScope(platform, mode), since);
  return budget.units - spent > budget.forPosts ? null : endsAt;
}

async function readOne(app: App, reading: DueReading): Promise<void> {
  const platform = app.platforms(reading.platform);
  if (!platform?.insights) return planReading(app.db.query, reading.id, null);
  const rates = noteRateLimits(app, reading, 'reading');
  try {
    const at = {
      account: { externalId: reading.external_id, username: reading.username },
      credentials: unseal<Credentials>(app.config.encryptionKey, reading.account_id, reading.credentials),
      hosts: app.hosts(platform, reading.mode),
      call: createPlainCall(app.fetch, { heed: rates.heed, foreignFetch: app.foreignFetch }),
      now: () => app.clock.now(),
    };
    const known = { id: reading.public_id, url: reading.url };
    const named = (await platform.nameLater?.(at, known)) ?? null;
    if (named) {
      await namePost(app.db.query, reading, named);
      app.changes.tell({ postId: reading.post_id });
    }
    await keepNumbers(app, reading, await platform.insights(at, named ?? known));
  } catch (error) {
    if (error instanceof PostboteError) rates.note(error);
    throw error;
  } finally {
    await rates.keep();
  }
}

/** No numbers are no zeros: then the former ones stand. */
async function keepNumbers(
  app: App,
  reading: DueReading,
  numbers: Partial<Record<Metric, number>>,
): Promise<void> {
  const now = app.clock.now();
  const told = Object.entries(numbers).filter(([, number]) => number !== undefined);
  if (told.length > 0) {
    const former = await newestSnapshot(app.db.query, reading.id);
    const all: Partial<Record<Metric, number>> = { ...former, ...Object.fromEntries(told) };
    const { likes = 0, comments = 0, shares = 0, reach = 0 } = all;
    await insertSnapshot(app.db.query, {
      delivery_id: reading.id,
      taken_at: now,
      likes,
      comments,
      shares,
      reach,
    });
  }
  await planReading(app.db.query, reading.id, nextReadingAt(reading.published_at, now));
}
