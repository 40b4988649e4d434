import type { Mode, PlatformId } from '../contract/platform-ids.ts';
import type { Db } from './db.ts';

/** A part of the settings as it stands in the stored JSON; null: every post counts. */
export interface Counted {
  readonly since: number;
  readonly settingsPart: string | null;
}

const like = (part: string | null) => (part === null ? '' : ' and settings like ?');
const values = ({ since, settingsPart }: Counted) => [
  since,
  ...(settingsPart === null ? [] : [`%${settingsPart}%`]),
];

/** How many posts of each account went out since then; accounts without any are left out. */
export async function publishedByAccount(
  db: Db,
  accountIds: readonly string[],
  counted: Counted,
): Promise<ReadonlyMap<string, number>> {
  // Filled up to a power of two: a handful of statements to prepare instead of one for every number.
  const size = 2 ** Math.ceil(Math.log2(accountIds.length));
  const ids = [...accountIds, ...Array(size - accountIds.length).fill(accountIds[0])];
  const rows = await db.read<{ account_id: string; posts: number }>(
    `select account_id, count(*) as posts from deliveries where state = 'published' and account_id in (${ids
      .map(() => '?')
      .join(', ')}) and published_at > ?${like(counted.settingsPart)} group by account_id`,
    [...ids, ...values(counted)],
  );
  return new Map(rows.map((row) => [row.account_id, row.posts]));
}

/** When the n-th newest of an account went out: with it the window was full. */
export async function nthNewest(
  db: Db,
  accountId: string,
  counted: Counted,
  n: number,
): Promise<number | null> {
  const rows = await db.read<{ published_at: number }>(
    `select published_at from deliveries where state = 'published' and account_id = ? and published_at > ?${like(
      counted.settingsPart,
    )} order by published_at desc limit 1 offset ?`,
    [accountId, ...values(counted), n - 1],
  );
  return rows[0]?.published_at ?? null;
}

/** The same over all accounts of the operator's app. */
export async function nthNewestOfApp(
  db: Db,
  app: { platform: PlatformId; mode: Mode },
  counted: Counted,
  n: number,
): Promise<number | null> {
  const rows = await db.read<{ published_at: number }>(
    `select published_at from deliveries where state = 'published'
       and account_id in (select id from accounts where platform = ? and mode = ?)
       and published_at > ?${like(counted.settingsPart)} order by published_at desc limit 1 offset ?`,
    [app.platform, app.mode, ...values(counted), n - 1],
  );
  return rows[0]?.published_at ?? null;
}
