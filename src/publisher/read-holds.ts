import type { App } from '../context.ts';
import { type ErrorCode, errorTable, PostboteError } from '../errors.ts';
import type { Quota } from '../platforms/platform.ts';
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
  const byApp = Map.groupBy(rows, (row) => appScope(row.platform, row.mode));
  const asked = [...byApp.values()].flatMap((own) =>
    (app.platforms(own[0]?.platform ?? '')?.quotas ?? []).map(async (quota) => {
      const counted = own.filter((row) => isCounted(quota, row));
      if (counted.length > 0) await readQuota(app, quota, counted, holds);
    }),
  );
  await Promise.all(asked);
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

async function readQuota(
  app: Reach,
  quota: Quota,
  rows: readonly ClaimedRow[],
  holds: Map<string, Hold>,
): Promise<void> {
  const now = app.clock.now();
  const { since, endsAt } = windowAt(quota.window, now);
  const counted = { since, settingsPart: partsOf(quota)[0] ?? null };
  const hold = (row: ClaimedRow, nth: number | null) => {
    const until = nth === null ? 0 : (endsAt ?? nth + now - since);
    if (until <= startOf(row, now)) return;
    const facts = { platform: row.platform, posts: quota.posts, window: windowWords(quota.window) };
    keepLater(holds, row.id, { reason: new PostboteError('quota_reached', { facts }), until });
  };
  const [first] = rows;
  if (quota.of === 'app' && first) {
    // Those that start together share what is left: the last of them meets the tightest count.
    for (let index = rows.length - 1; index >= 0; index -= 1) {
      const nth = await nthNewestOfApp(app.db, first, counted, Math.max(1, quota.posts - index));
      if (nth === null) return;
      hold(rows[index] ?? first, nth);
    }
    return;
  }
  const ids = rows.map((row) => row.account_id);
  const posts = await publishedByAccount(app.db, ids, counted);
  for (const row of rows) {
    if ((posts.get(row.account_id) ?? 0) < quota.posts) continue;
    hold(row, await nthNewest(app.db, row.account_id, counted, quota.posts));
  }
}

function keepLater(holds: Map<string, Hold>, id: string, hold: Hold): void {
  const before = holds.get(id);
  if (!before || (before.until ?? 0) < (hold.until ?? 0)) holds.set(id, hold);
}
