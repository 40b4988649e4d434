import { unseal } from '../accounts/secrets.ts';
import type { App } from '../context.ts';
import { platformIds } from '../contract/platform-ids.ts';
import type { Credentials } from '../platforms/signing-in.ts';
import type { ClaimedRow } from '../store/db.ts';
import { mediaOfPosts, nextWakeAt, recordInterruption } from '../store/deliveries.ts';
import type { Hold } from './gate.ts';
import { createLease, type Lease } from './lease.ts';
import type { MediaRow } from './post-media.ts';
import { readHolds } from './read-holds.ts';
import { runDelivery } from './run-delivery.ts';
import { untouched } from './settlement.ts';
import { createSettler } from './settler.ts';
import { takeBack } from './take-back.ts';
import { waitsForPerson, wakeIfFree } from './wake-if-free.ts';
import { nameWorker, retireWorker } from './worker-name.ts';

export interface WorkerOptions {
  /** How long a claim lasts without being renewed. */
  readonly leaseMs?: number;
  /** Rows are claimed this much before their time and held in memory, so that they start on the dot. */
  readonly aheadMs?: number;
  readonly batch?: number;
  /** An announcement can get lost with a connection: never sleep longer than this. */
  readonly safetyMs?: number;
  /** Told when a run starts. */
  readonly onStart?: (row: ClaimedRow, now: number) => void;
}

export interface Worker {
  /** There is work due at this moment. */
  wake(dueAt: number): void;
  /** Takes nothing new, lets what runs come to its end, gives the rest back. */
  stop(graceMs: number): Promise<void>;
}

interface Flight {
  readonly row: ClaimedRow;
  readonly lease: Lease;
  readonly hold: Hold | null;
  credentials: Credentials | null;
  started: boolean;
  timer: NodeJS.Timeout | null;
}

/** What is held for its moment looks at the clock this often: it may be set meanwhile. */
const lookAgainMs = 1_000;
/** To pass by so many that are held costs no more than a millisecond. */
const few = 200;
/** While there are more, what waits for an account or for room may wait this much longer once it is there. */
const freedMs = 100;

export function startWorker(app: App, options: WorkerOptions = {}): Worker {
  const { leaseMs = 30_000, aheadMs = 2_000, batch = 1_000, safetyMs = 15_000, onStart } = options;
  const { db, clock, log } = app;
  const name = nameWorker();
  const flights = new Map<string, Flight>();
  const busy = new Map<string, number>();
  let stopping = false;
  let pumping = false;
  let pumpAgain = false;
  let timer: NodeJS.Timeout | null = null;
  let armedFor = Number.POSITIVE_INFINITY;
  let endedSinceLook = 0;
  let look: NodeJS.Timeout | null = null;

  const settler = createSettler(app, (settlements, held) => {
    for (const settlement of settlements) {
      const postId = flights.get(settlement.id)?.row.post_id;
      if (postId !== undefined) app.changes.tell({ postId });
      land(settlement.id, held.has(settlement.id));
    }
    pumpAfter(settlements.length);
    for (const settlement of settlements) {
      if (!held.has(settlement.id) || !waitsForPerson(settlement)) continue;
      wakeIfFree(app, settlement).catch((error) =>
        log.warn({ err: error }, 'a waiting delivery not looked at'),
      );
    }
  });

  const land = (id: string, held: boolean) => {
    const flight = flights.get(id);
    if (!flight) return;
    flights.delete(id);
    busy.set(flight.row.platform, (busy.get(flight.row.platform) ?? 1) - 1);
    // The account is free again: what waited for it may be due already.
    if (!held)
      db.letGo(flight.lease.held).then(pump, (error) => log.warn({ err: error }, 'account not freed'));
  };

  const take = (row: ClaimedRow, askedAt: number, media: readonly MediaRow[], hold: Hold | null) => {
    const lease = createLease(
      { id: row.id, lease: row.lease, account_id: row.account_id, claim: row.claim },
      clock,
      leaseMs,
      askedAt,
    );
    const flight: Flight = { row, lease, hold, credentials: null, started: false, timer: null };
    flights.set(row.id, flight);
    busy.set(row.platform, (busy.get(row.platform) ?? 0) + 1);
    const start = () => {
      if (flight.started) return;
      flight.started = true;
      flight.timer = null;
      fly(flight, media).catch((error) => {
        log.error({ err: error, delivery: row.id }, 'a run could not be recorded');
        land(row.id, false);
      });
    };
    const startInTime = () => {
      const waitMs = row.woken_for - clock.now();
      if (waitMs <= 0) start();
      else flight.timer = setTimeout(startInTime, Math.ceil(clock.real(Math.min(waitMs, lookAgainMs))));
    };
    // A claim may come back after the order to stop.
    if (stopping) return giveBack(flight);
    startInTime();
    if (!flight.started) flight.credentials = openAhead(row);
  };

  /** While there is time: thousands may start in the same moment. What cannot be opened is the run's to tell. */
  const openAhead = (row: ClaimedRow): Credentials | null => {
    try {
      return unseal<Credentials>(app.config.encryptionKey, row.account_id, row.credentials);
    } catch {
      return null;
    }
  };

  const giveBack = (flight: Flight) => {
    flight.started = true;
    if (flight.timer) clearTimeout(flight.timer);
    settler.add(untouched(flight.row, flight.row.woken_for));
  };

  const fly = async ({ row, lease, hold, credentials }: Flight, media: readonly MediaRow[]) => {
    const startedAt = clock.now();
    onStart?.(row, startedAt);
    app.changes.tell({ postId: row.post_id });
    if (row.taken_over !== null) await recordInterruption(db.query, row.taken_over, startedAt);
    const settlement = await runDelivery(
      app,
      { row, worker: name, startedAt, hold, credentials },
      lease,
      leaseMs,
      media,
    );
    if (settlement === null) land(row.id, false);
    else settler.add(settlement);
  };

  /** Platforms with room enough share one claim, as large as the least of them allows; a fuller one gets its own. */
  const claims = (): { platforms: string[]; limit: number }[] => {
    const { concurrency } = app.config;
    const most = Math.min(batch, concurrency);
    const room = platformIds.map((id) => ({ id, free: concurrency - (busy.get(id) ?? 0) }));
    const wide = room.filter(({ free }) => free >= most / 2);
    const tight = room.filter(({ free }) => free > 0 && free < most / 2);
    const shared = {
      platforms: wide.map(({ id }) => id),
      limit: Math.min(most, ...wide.map(({ free }) => free)),
    };
    return [
      ...(wide.length > 0 ? [shared] : []),
      ...tight.map(({ id, free }) => ({ platforms: [id], limit: free })),
    ];
  };

  const claimDue = async (): Promise<number> => {
    let taken = 0;
    for (const { platforms, limit } of claims()) {
      const askedAt = clock.monotonic();
      const now = clock.now();
      const rows = await db.claim({
        worker: name,
        now,
        horizon: now + aheadMs,
        until: now + leaseMs,
        limit,
        platforms,
      });
      const [media, holds] = await Promise.all([mediaFor(rows), readHolds(app, rows)]);
      for (const row of rows) take(row, askedAt, media.get(row.post_id) ?? [], holds.get(row.id) ?? null);
      taken += rows.length;
    }
    return taken;
  };

  const mediaFor = async (rows: readonly ClaimedRow[]): Promise<Map<string, MediaRow[]>> => {
    const ids = [...new Set(rows.filter((row) => row.post_type !== 'text').map((row) => row.post_id))];
    const found = ids.length > 0 ? await mediaOfPosts(db.query, ids) : [];
    return Map.groupBy(found, (item) => item.post_id);
  };

  const pump = async (): Promise<void> => {
    if (stopping) return;
    pumpAgain = true;
    if (pumping) return;
    pumping = true;
    try {
      // Also once more when work was announced while it asked for its next moment.
      while (pumpAgain && !stopping) {
        pumpAgain = false;
        endedSinceLook = 0;
        if (look) clearTimeout(look);
        look = null;
        if ((await claimDue()) > 0) {
          pumpAgain = true;
          // What ends at once is recorded ahead of the next claim; on SQLite in one transaction with it.
          await new Promise(setImmediate);
        } else arm((await nextWakeAt(db, clock.now() + aheadMs)) ?? Number.POSITIVE_INFINITY);
      }
    } catch (error) {
      log.error({ err: error }, 'the publisher could not claim; it tries again');
      arm(clock.now() + aheadMs + 1_000);
    } finally {
      pumping = false;
    }
  };

  /**
   * Accounts are free again, and something may wait for them. A look passes by all that is still held: it is worth its
   * while when that is little, or when at least as many have ended since the last one.
   */
  const pumpAfter = (ended: number) => {
    endedSinceLook += ended;
    if (flights.size <= few || endedSinceLook >= flights.size) pump();
    else look ??= setTimeout(pump, freedMs);
  };

  const arm = (wakeAt: number) => {
    if (stopping) return;
    if (timer) clearTimeout(timer);
    const now = clock.now();
    armedFor = Math.min(wakeAt, now + safetyMs + aheadMs);
    timer = setTimeout(pump, Math.max(0, clock.real(armedFor - aheadMs - now)));
  };

  const renewal = setInterval(
    async () => {
      const held = [...flights.values()].filter((flight) => !settler.has(flight.row.id));
      if (held.length === 0) return;
      const askedAt = clock.monotonic();
      try {
        const still = await db.renew(
          held.map((flight) => flight.lease.held),
          clock.now() + leaseMs,
        );
        for (const flight of held) {
          if (still.has(flight.row.id)) flight.lease.renewed(askedAt);
          else if (flights.has(flight.row.id) && !settler.has(flight.row.id)) drop(flight);
        }
      } catch (error) {
        log.warn({ err: error }, 'leases could not be renewed');
      }
    },
    clock.real(leaseMs / 4),
  );

  /** Canceled or taken over by another worker. What runs stops by its signal and lands by itself. */
  const drop = (flight: Flight) => {
    flight.lease.lose();
    if (flight.started) return;
    if (flight.timer) clearTimeout(flight.timer);
    land(flight.row.id, false);
  };

  takeBack(app)
    .catch((error) =>
      log.warn({ err: error }, 'what a killed process held stays its own until its time is over'),
    )
    .finally(pump);
  return {
    wake(dueAt) {
      if (dueAt - aheadMs <= clock.now()) pump();
      else if (pumping) pumpAgain = true;
      else if (dueAt < armedFor) arm(dueAt);
    },
    async stop(graceMs) {
      stopping = true;
      if (timer) clearTimeout(timer);
      if (look) clearTimeout(look);
      for (const flight of flights.values()) if (!flight.started) giveBack(flight);
      const endsAt = Date.now() + graceMs;
      while ((flights.size > 0 || pumping) && Date.now() < endsAt) {
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      clearInterval(renewal);
      await settler.end();
      if (flights.size === 0) retireWorker(name);
    },
  };
}
