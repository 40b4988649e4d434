import { unseal } from '../accounts/secrets.ts';
import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { createPlainCall } from '../platforms/http.ts';
import type { Credentials } from '../platforms/platform.ts';
import { type DueReading, insertSnapshot, planReading, takeDueReadings } from '../store/snapshots.ts';
import { nextReadingAt } from './schedule.ts';

const perRound = 100;
const againMs = 15 * 60_000;

/** Reads the numbers that are due and stores them as snapshots. A reading that fails is simply due again. */
export async function collectInsights(app: App): Promise<void> {
  const now = app.clock.now();
  const due = await takeDueReadings(app.db.query, now, now + againMs, perRound);
  const byPlatform = Map.groupBy(due, (reading) => reading.platform);
  await Promise.all([...byPlatform.values()].map((readings) => readInTurn(app, readings)));
}

/** One platform at a time and in turn; when it asks for patience, the rest of the round waits for the next. */
async function readInTurn(app: App, readings: readonly DueReading[]): Promise<void> {
  for (const reading of readings) {
    try {
      await readOne(app, reading);
    } catch (error) {
      const code = error instanceof PostboteError ? error.code : 'internal';
      app.log.warn({ delivery: reading.id, platform: reading.platform, code }, 'numbers not read');
      if (code === 'platform_rate_limited' || code === 'platform_unavailable') return;
    }
  }
}

async function readOne(app: App, reading: DueReading): Promise<void> {
  const platform = app.platforms(reading.platform);
  if (!platform?.insights) return planReading(app.db.query, reading.id, null);
  const call = createPlainCall(app.fetch);
  const numbers = await platform.insights(
    {
      account: { externalId: reading.external_id, username: reading.username },
      credentials: unseal<Credentials>(app.config.encryptionKey, reading.account_id, reading.credentials),
      hosts: app.hosts(platform, reading.mode),
      call,
      now: () => app.clock.now(),
    },
    { id: reading.public_id, url: reading.url },
  );
  const { likes = 0, comments = 0, shares = 0, reach = 0 } = numbers;
  const now = app.clock.now();
  await insertSnapshot(app.db.query, {
    delivery_id: reading.id,
    taken_at: now,
    likes,
    comments,
    shares,
    reach,
  });
  await planReading(app.db.query, reading.id, nextReadingAt(reading.published_at, now));
}
