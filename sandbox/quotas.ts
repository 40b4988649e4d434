import { findObject, putObject, removeObject } from './objects.ts';
import { type Answer, type Call, type PretendPlatform, Refusal } from './platform.ts';
import type { Account, Store } from './store.ts';
import type { World } from './world.ts';

/**
 * Over what time a quota counts, in seconds of the sandbox's clock: windows one after the other, the time just
 * past, or days that begin at midnight somewhere. `lasting` is a balance that only somebody's hand refills.
 */
export type Span =
  | { readonly every: number }
  | { readonly within: number }
  | { readonly dayIn: string }
  | { readonly lasting: true };

/** How much a platform lets an account do; counted here, worded by the platform. */
export interface Quota {
  readonly name: string;
  /** Null: the platform names no figure, so it bites only once somebody has set what is left. */
  readonly limit: number | null | ((world: World, bucket: string) => number | null);
  readonly span: Span;
  /** What calls of these operations cost, whatever becomes of them. Routes spend the rest themselves. */
  readonly costs?: Readonly<Record<string, number>>;
  /** Who shares it; an account has its own unless told otherwise. */
  bucket?(world: World, account: Account, call: Call | null): string;
  exceeded(state: QuotaState, world: World): Answer;
  /** What every answer to a counted call tells about it. */
  headers?(state: QuotaState, world: World): Readonly<Record<string, string>>;
}

export interface QuotaState {
  readonly limit: number | null;
  readonly used: number;
  readonly remaining: number | null;
  /** When there will be more, in milliseconds since 1970. */
  readonly resetsAt: number;
}

export type Ledger = ReturnType<typeof createLedger>;

/** What somebody has set: a cap for a quota that has no figure of its own. */
interface Cap {
  readonly cap: number;
  readonly setAt: number;
}

/** Keeps count. Days outlive a restart; short windows do not, which spares every call a wait for the disk. */
export function createLedger(store: Store, now: () => number, isEnforced: boolean) {
  const windows = new Map<string, { since: number; used: number }>();
  let enforced = findObject<boolean>(store, 'sandbox', 'setting', 'quotas')?.data ?? isEnforced;

  const sinceOf = (span: Span): number => {
    if ('every' in span) return now() - (now() % (span.every * 1000));
    if ('within' in span) return now() - span.within * 1000 + 1;
    return 'dayIn' in span ? midnightBefore(now(), span.dayIn) : 0;
  };
  const windowOf = (key: string, since: number) => {
    const found = windows.get(key);
    if (found?.since === since) return found;
    const fresh = { since, used: 0 };
    windows.set(key, fresh);
    return fresh;
  };
  const capOf = (platform: string, quota: Quota, bucket: string): Cap | null => {
    const found = findObject<Cap>(store, platform, 'quota_cap', quota.name, bucket)?.data ?? null;
    return found !== null && found.setAt >= sinceOf(quota.span) ? found : null;
  };

  function state(world: World, platform: string, quota: Quota, bucket: string): QuotaState {
    const since = sinceOf(quota.span);
    const given = typeof quota.limit === 'function' ? quota.limit(world, bucket) : quota.limit;
    const cap = given === null ? capOf(platform, quota, bucket) : null;
    const limit = given ?? cap?.cap ?? null;
    const { used, first } = usesOf(platform, quota, bucket, since);
    const resetsAt = endOf(quota.span, now(), first);
    return { limit, used, remaining: limit === null ? null : Math.max(0, limit - used), resetsAt };
  }

  function usesOf(platform: string, { name, span }: Quota, bucket: string, since: number) {
    if ('every' in span) return { used: windowOf(`${platform} ${name} ${bucket}`, since).used, first: since };
    const row = store.get(
      `SELECT coalesce(sum(cost), 0) AS used, min(at) AS first FROM quota_uses
       WHERE platform = ? AND quota = ? AND bucket = ? AND at >= ?`,
      platform,
      name,
      bucket,
      since,
    );
    return { used: Number(row?.used ?? 0), first: Number(row?.first ?? now()) };
  }

  function spend(platform: string, { name, span }: Quota, bucket: string, cost: number): void {
    const since = sinceOf(span);
    if ('every' in span) {
      windowOf(`${platform} ${name} ${bucket}`, since).used += cost;
      return;
    }
    const named = [platform, name, bucket] as const;
    store.run(
      'DELETE FROM quota_uses WHERE platform = ? AND quota = ? AND bucket = ? AND at < ?',
      ...named,
      since,
    );
    store.run(
      `INSERT INTO quota_uses VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (platform, quota, bucket, at) DO UPDATE SET cost = cost + excluded.cost`,
      ...named,
      'dayIn' in span ? since : now(),
      cost,
    );
  }

  return {
    state,
    spend,
    get isEnforced() {
      return enforced;
    },
    enforce(wish: boolean): void {
      enforced = wish;
      putObject(store, 'sandbox', 'setting', '', 'quotas', wish);
    },
    /** As if so much had been used up just now that this is left; null forgets what was used. */
    setRemaining(world: World, platform: string, quota: Quota, bucket: string, remaining: number | null) {
      const { name } = quota;
      store.transaction(() => {
        windows.delete(`${platform} ${name} ${bucket}`);
        removeObject(store, platform, 'quota_cap', bucket, name);
        store.run(
          'DELETE FROM quota_uses WHERE platform = ? AND quota = ? AND bucket = ?',
          platform,
          name,
          bucket,
        );
        if (remaining === null) return;
        const { limit } = state(world, platform, quota, bucket);
        if (limit !== null) spend(platform, quota, bucket, limit - remaining);
        else putObject(store, platform, 'quota_cap', bucket, name, { cap: remaining, setAt: now() });
      });
    },
  };
}

/** Refuses in the platform's words when nothing is left of a quota that the route itself spends. */
export function requireRoom(call: Call, platform: string, quota: Quota, bucket: string, cost = 1): void {
  const { quotas } = call.world;
  if (!quotas.isEnforced) return;
  const state = quotas.state(call.world, platform, quota, bucket);
  if (isOver(state, cost)) throw new Refusal(quota.exceeded(state, call.world));
}

/** Counts a call against the quotas of its operation; the headers belong on the answer, whatever it is. */
export function countCall(
  platform: PretendPlatform,
  call: Call,
  account: Account | null,
): { refusal: Answer | null; headers: Record<string, string> } {
  const { world, operation } = call;
  const states = (platform.quotas ?? []).flatMap((quota) => {
    const cost = quota.costs?.[operation];
    if (cost === undefined || account === null) return [];
    const bucket = quota.bucket?.(world, account, call) ?? account.id;
    return [{ quota, cost, bucket, before: world.quotas.state(world, platform.id, quota, bucket) }];
  });
  const over = states.find(({ before, cost }) => isOver(before, cost));
  if (over !== undefined && world.quotas.isEnforced) {
    return { refusal: over.quota.exceeded(over.before, world), headers: {} };
  }
  const told = states.map(({ quota, cost, bucket }) => {
    world.quotas.spend(platform.id, quota, bucket, cost);
    return { quota, state: world.quotas.state(world, platform.id, quota, bucket) };
  });
  // Where several count one call, the tightest is the one told.
  told.sort((a, b) => roomOf(b.state) - roomOf(a.state));
  return {
    refusal: null,
    headers: Object.assign({}, ...told.map(({ quota, state }) => quota.headers?.(state, world))),
  };
}

const isOver = ({ remaining }: QuotaState, cost: number) => remaining !== null && remaining < cost;
const roomOf = ({ limit, remaining }: QuotaState) =>
  limit === null || remaining === null ? 1 : remaining / Math.max(1, limit);

function endOf(span: Span, now: number, first: number): number {
  if ('every' in span) return now - (now % (span.every * 1000)) + span.every * 1000;
  // The oldest use is the first to be forgotten.
  if ('within' in span) return first + span.within * 1000;
  // A day may have 25 hours; the midnight after the next 26 is the end of this one or the next's beginning.
  return 'dayIn' in span ? midnightBefore(midnightBefore(now, span.dayIn) + 26 * 3_600_000, span.dayIn) : now;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** The last midnight in a time zone: back by what its clock shows now, and again where that crossed a change. */
function midnightBefore(at: number, timeZone: string): number {
  if (timeZone === 'UTC') return at - (at % 86_400_000);
  const clock =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      hourCycle: 'h23',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
  clocks.set(timeZone, clock);
  const shown = (time: number) => {
    const [hours = 0, minutes = 0, seconds = 0] = clock.format(time).split(':').map(Number);
    return ((hours * 60 + minutes) * 60 + seconds) * 1000 + (time % 1000);
  };
  const guess = at - shown(at);
  const off = shown(guess);
  return off > 43_200_000 ? guess + 86_400_000 - off : guess - off;
}

/** Seconds until there is more, at least one. */
export function waitSeconds({ resetsAt }: QuotaState, world: World): number {
  return Math.max(1, Math.ceil((resetsAt - world.now()) / 1000));
}
