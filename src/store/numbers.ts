import { type RawBuilder, sql } from 'kysely';
import type { Mode, PlatformId, PostType } from '../contract/platform-ids.ts';
import type { DeliveryState } from '../contract/tools.ts';
import type { Query } from './db.ts';

export interface Scope {
  workspaceId: string;
  mode: Mode;
}

export interface Counted {
  likes: number;
  comments: number;
  shares: number;
  reach: number;
}

const newest = sql`left join snapshots s on s.delivery_id = d.id
  and s.taken_at = (select max(n.taken_at) from snapshots n where n.delivery_id = d.id)`;
const sums = sql`coalesce(sum(s.likes), 0) as likes, coalesce(sum(s.comments), 0) as comments,
  coalesce(sum(s.shares), 0) as shares, coalesce(sum(s.reach), 0) as reach, count(*) as posts`;
const published = ({ workspaceId, mode }: Scope, from: number, to: number) =>
  sql`d.workspace_id = ${workspaceId} and d.mode = ${mode} and d.state = 'published'
    and d.published_at >= ${from} and d.published_at < ${to}`;

export async function totalsByAccount(query: Query, scope: Scope, from: number, to: number) {
  const { rows } = await sql<
    Counted & { posts: number; account_id: string; name: string; platform: PlatformId }
  >`
    select d.account_id, a.name, d.platform, ${sums}
    from deliveries d join accounts a on a.id = d.account_id ${newest}
    where ${published(scope, from, to)}
    group by d.account_id, a.name, d.platform order by reach desc, d.account_id`.execute(query);
  return rows;
}

const dayMs = 86_400_000;

/** Numbers of a post are read until it is this old. */
const readMs = 31 * dayMs;

export interface Span {
  readonly from: number;
  readonly to: number;
}

/** How far a zone's clocks are from UTC, stretch by stretch; the last one has no end. */
export type Offsets = readonly { readonly until: number | null; readonly offsetMs: number }[];

/** Days since 1970 on the zone's calendar. Plain numbers in the text, so that both databases divide them as whole ones. */
function dayOf(moment: RawBuilder<unknown>, offsets: Offsets): RawBuilder<number> {
  const last = sql.lit(offsets.at(-1)?.offsetMs ?? 0);
  const former = offsets
    .filter((stretch) => stretch.until !== null)
    .map(({ until, offsetMs }) => sql`when ${moment} < ${sql.lit(until)} then ${sql.lit(offsetMs)}`);
  const offset = former.length > 0 ? sql`case ${sql.join(former, sql` `)} else ${last} end` : last;
  return sql`((${moment} + ${offset}) / ${sql.lit(dayMs)})`;
}

export interface Gained extends Counted {
  platform: PlatformId;
  day: number;
}

/**
 * What was gained on each day: the difference between the last readings of two days, so that the days add up to the
 * newest reading. It may be negative: likes are taken back.
 */
export async function gainsByDay(
  query: Query,
  { workspaceId, mode }: Scope,
  { from, to }: Span,
  offsets: Offsets,
): Promise<Gained[]> {
  const { rows } = await sql<Gained>`
    with readings as (
      select s.delivery_id, d.platform, s.taken_at, s.likes, s.comments, s.shares, s.reach,
        ${dayOf(sql`s.taken_at`, offsets)} as day
      from snapshots s join deliveries d on d.id = s.delivery_id
      where d.workspace_id = ${workspaceId} and d.mode = ${mode} and d.state = 'published'
        and d.published_at >= ${from - readMs} and s.taken_at < ${to}),
    ranked as (
      select readings.*, row_number() over (partition by delivery_id, day order by taken_at desc) as rank from readings),
    last as (select * from ranked where rank = 1),
    gains as (
      select platform, day, taken_at,
        likes - coalesce(lag(likes) over one, 0) as likes, comments - coalesce(lag(comments) over one, 0) as comments,
        shares - coalesce(lag(shares) over one, 0) as shares, reach - coalesce(lag(reach) over one, 0) as reach
      from last window one as (partition by delivery_id order by day))
    select platform, day, sum(likes) as likes, sum(comments) as comments, sum(shares) as shares, sum(reach) as reach
    from gains where taken_at >= ${from}
    group by platform, day order by day`.execute(query);
  return rows.map((row) => ({
    platform: row.platform,
    day: Number(row.day),
    likes: Number(row.likes),
    comments: Number(row.comments),
    shares: Number(row.shares),
    reach: Number(row.reach),
  }));
}

export async function postsByDay(query: Query, scope: Scope, { from, to }: Span, offsets: Offsets) {
  const { rows } = await sql<{ platform: PlatformId; day: number; posts: number }>`
    select d.platform, ${dayOf(sql`d.published_at`, offsets)} as day, count(*) as posts
    from deliveries d where ${published(scope, from, to)} group by 1, 2`.execute(query);
  return rows.map((row) => ({ platform: row.platform, day: Number(row.day), posts: Number(row.posts) }));
}

export interface BestRow extends Counted {
  id: string;
  post_id: string;
  platform: PlatformId;
  account_id: string;
  account: string;
  text: string;
  post_type: PostType;
  published_at: number;
  url: string | null;
  state: DeliveryState;
}

/** By what people did with it; reach decides between equals. */
export async function bestPosts(
  query: Query,
  scope: Scope,
  from: number,
  to: number,
  limit: number,
): Promise<BestRow[]> {
  const { rows } = await sql<BestRow>`
    select d.id, d.post_id, d.platform, d.account_id, a.name as account, d.text, p.post_type, d.published_at, d.url,
      d.state, coalesce(s.likes, 0) as likes, coalesce(s.comments, 0) as comments,
      coalesce(s.shares, 0) as shares, coalesce(s.reach, 0) as reach
    from deliveries d join posts p on p.id = d.post_id join accounts a on a.id = d.account_id ${newest}
    where ${published(scope, from, to)}
    order by coalesce(s.likes, 0) + coalesce(s.comments, 0) + coalesce(s.shares, 0) desc,
      coalesce(s.reach, 0) desc, d.id limit ${limit}`.execute(query);
  return rows;
}
