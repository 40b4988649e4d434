import type { App } from '../context.ts';
import { type ErrorCode, errorTable, PostboteError } from '../errors.ts';
import type { Quota } from '../platforms/limits.ts';
import { windowAt, windowWords } from '../platforms/quota-window.ts';
import type { ClaimedRow } from '../store/db.ts';
import { nthNewest, nthNewestOfApp, publishedByAccount } from '../store/quotas.ts';
import { appScope, rateLimitsAfter } from '../store/rate-limits.ts';
import { spentUnits } from '../store/units.ts';
import { pausedWorkspaces } from '../store/workspaces.ts';
import { type Hold, personHold } from './gate.ts';

type Reach = Pick<App, 'db' | 'platforms' | 'clock'>;
export type Holds = ReadonlyMap<string, Hold>;

/**
 * What keeps claimed deliveries from being sent, by their ids: publishing paused as a whole, a platform that wants to be
 * left alone, a quota that is used up. Asked once for all that were claimed together, before anything is asked of a
 * platform.
 */
export async function readHolds(app: Reach, rows: readonly ClaimedRow[]): Promise<Holds> {
  const holds = new Map<string, Hold>();
  if (rows.length === 0) return holds;
  const [paused, limited] = await Promise.all([
    pausedWorkspaces(app.db),
    readLimits(app, rows),
    readQuotas(app, rows, holds),
    readBudgets(app, rows, holds),
  ]);
  for (const [id, hold] of limited) keepLater(holds, id, hold);
  for (const row of rows)
    if (paused.has(row.workspace_id)) holds.set(row.id, personHold('publishing_paused'));
  return holds;
}

/** A row is claimed a little early: what counts is the moment it starts. */
const startOf = (row: ClaimedRow, now: number) => Math.max(now, row.woken_for);

async function readLimits(app: Reach, rows: readonly ClaimedRow[]): Promise<Holds> {
  const now = app.clock.now();
  const found = new Map<string, Hold>();
  const limits = (await rateLimitsAfter(app.db, now)).filter(({ what }) => what !== 'reading');
  if (limits.length === 0) return found;
  const byScope = Map.groupBy(limits, ({ scope }) => scope);
  for (const row of rows) {
    const scopes = [row.account_id, appScope(row.platform, row.mode)];
    for (const { until_at: until, code } of scopes.flatMap((scope) => byScope.get(scope) ?? [])) {
      if (until > startOf(row, now))
        keepLater(found, row.id, { reason: new PostboteError(known(code)), until });
    }
  }
  return found;
}

const known = (code: string): ErrorCode =>
  Object.hasOwn(errorTable, code) ? (code as ErrorCode) : 'platform_rate_limited';

async function readQuotas(app: Reach, rows: readonly ClaimedRow[], holds: Map<string, Hold>): Promise<void> {
  const now = app.clock.now();
  for (const own of Map.groupBy(rows, (row) => appScope(row.platform, row.mode)).values()) {
    const quotas = app.platforms(own[0]?.platform ?? '')?.quotas ?? [];
    const windows = quotas.map((quota) => ({ quota, now, ...windowAt(quota.window, now) }));
    // The widest first: most accounts have sent so little in it that no other window can be full either.
    let doubtful = own;
    for (const window of windows.toSorted((one, other) => one.since - other.since)) {
      const counted = doubtful.filter((row) => isCounted(window.quota, row));
      if (counted.length === 0) continue;
      if (window.quota.of === 'app') await readAppQuota(app, window, counted, holds);
      else {
        const posts = await readAccountQuota(app, window, counted, holds);
        if (window.quota.only !== undefined) continue;
        const smallest = Math.min(...quotas.map((quota) => quota.posts));
        doubtful = own.filter((row) => (posts.get(row.account_id) ?? 0) >= smallest);
      }
    }
  }
}

/** A post that begins must not run dry halfway: each of those that start together needs its share. */
async function readBudgets(app: Reach, rows: readonly ClaimedRow[], holds: Map<string, Hold>): Promise<void> {
  const now = app.clock.now();
  for (const [scope, own] of Map.groupBy(rows, (row) => appScope(row.platform, row.mode))) {
    const budget = app.platforms(own[0]?.platform ?? '')?.budget;
    if (!budget) continue;
    const { since, endsAt } = windowAt(budget.window, now);
    const posts = Math.floor((budget.units - (await spentUnits(app.db, scope, since))) / budget.perPost);
    for (const row of own.slice(Math.max(0, posts))) {
      const { platform } = row;
      const facts = { platform, units: budget.units, window: windowWords(budget.window) };
      const until = Number(endsAt);
      if (until > startOf(row, now))
        keepLater(holds, row.id, { reason: new PostboteError('quota_reached', { facts }), until });
    }
  }
}

const partsOf = ({ only = {} }: Quota) =>
  Object.entries(only).map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);

const isCounted = (quota: Quota, row: ClaimedRow) =>
  partsOf(quota).every((part) => row.settings.includes(part));

interface Window {
  readonly quota: Quota;
  readonly now: number;
  readonly since: number;
  readonly endsAt: number | null;
}

async function readAppQuota(
  app: Reach,
  window: Window,
  rows: readonly ClaimedRow[],
  holds: Map<string, Hold>,
): Promise<void> {
  // Those that start together share what is left: the last of them meets the tightest count.
  for (const [index, row] of [...rows.entries()].reverse()) {
    const nth = await nthNewestOfApp(app.db, row, counted(window), Math.max(1, window.quota.posts - index));
    if (nth === null) return;
    holdUntilFree(window, row, nth, holds);
  }
}

/** Answers how many posts of each account there are in this window. */
async function readAccountQuota(
  app: Reach,
  window: Window,
  rows: readonly ClaimedRow[],
  holds: Map<string, Hold>,
): Promise<ReadonlyMap<string, number>> {
  const ids = rows.map((row) => row.account_id);
  const posts = await publishedByAccount(app.db, ids, counted(window));
  for (const row of rows) {
    if ((posts.get(row.account_id) ?? 0) < window.quota.posts) continue;
    const nth = await nthNewest(app.db, row.account_id, counted(window), window.quota.posts);
    if (nth !== null) holdUntilFree(window, row, nth, holds);
  }
  return posts;
}

const counted = ({ quota, since }: Window) => ({ since, settingsPart: partsOf(quota)[0] ?? null });

/** `nth`: when the post went out with which the window was full. */
function holdUntilFree(
  { quota, now, since, endsAt }: Window,
  row: ClaimedRow,
  nth: number,
  holds: Map<string, Hold>,
): void {
  const until = endsAt ?? nth + now - since;
  if (until <= startOf(row, now)) return;
  const facts = { platform: row.platform, posts: quota.posts, window: windowWords(quota.window) };
  keepLater(holds, row.id, { reason: new PostboteError('quota_reached', { facts }), until });
}

function keepLater(holds: Map<string, Hold>, id: string, hold: Hold): void {
  const before = holds.get(id);
  if (!before || (before.until ?? 0) < (hold.until ?? 0)) holds.set(id, hold);
}
