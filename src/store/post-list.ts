import { type RawBuilder, sql } from 'kysely';
import type { Mode, PlatformId, PostType } from '../contract/platform-ids.ts';
import type { DeliveryState, PostState } from '../contract/tools.ts';
import type { Query } from './db.ts';

export interface PostFilter {
  states?: readonly PostState[];
  platforms?: readonly PlatformId[];
  accounts?: readonly string[];
  search?: string;
  from?: number;
  to?: number;
  order: 'newest' | 'soonest';
  /** The moment and id of the last post of the page before. */
  after?: { moment: number; id: string };
  limit: number;
}

export interface ListedPost {
  id: string;
  content: string;
  post_type: PostType;
  cover_url: string | null;
  scheduled_at: number | null;
  created_at: number;
  moment: number;
  revision: number;
  author: string | null;
  api_key_id: string | null;
}

const some = (states: readonly DeliveryState[]) =>
  sql`exists (select 1 from deliveries d where d.post_id = posts.id and d.state in (${sql.join(states)}))`;
const none = (states: readonly DeliveryState[]) => sql`not ${some(states)}`;

/** The states of `post-state` as conditions; both are held together by a test. */
const condition: Record<PostState, ReturnType<typeof some>> = {
  draft: sql`(not exists (select 1 from deliveries d where d.post_id = posts.id)
    or (posts.scheduled_at is null and ${some(['pending'])}
      and ${none(['publishing', 'published', 'failed', 'unconfirmed'])}))`,
  scheduled: sql`(posts.scheduled_at is not null and ${some(['pending'])}
    and ${none(['publishing', 'published', 'failed', 'unconfirmed'])})`,
  publishing: sql`(${some(['publishing'])} or (${some(['pending'])}
    and ${some(['published', 'failed', 'unconfirmed'])}))`,
  published: sql`(${some(['published'])} and ${none(['pending', 'publishing', 'failed', 'unconfirmed'])})`,
  partially_published: sql`(${some(['published'])} and ${some(['failed', 'unconfirmed'])}
    and ${none(['pending', 'publishing'])})`,
  failed: sql`(${some(['failed', 'unconfirmed'])} and ${none(['pending', 'publishing', 'published'])})`,
  canceled: sql`(${some(['canceled'])} and ${none(['pending', 'publishing', 'published', 'failed', 'unconfirmed'])})`,
};

/** In small letters. SQLite, and PostgreSQL in the C locale, know only ASCII: the other letters that matter are named. */
function folded(text: RawBuilder<unknown>, wanted: string): RawBuilder<unknown> {
  const others = new Set(Array.from(wanted).filter((letter) => letter > '\x7f'));
  return [...others].reduce(
    (inner, letter) => sql`replace(${inner}, ${letter.toUpperCase()}, ${letter})`,
    sql`lower(${text})` as RawBuilder<unknown>,
  );
}

/** Walks the index of moments, so a page costs what it shows unless a filter finds little. */
export async function listPostsOf(
  query: Query,
  workspaceId: string,
  mode: Mode,
  filter: PostFilter,
): Promise<ListedPost[]> {
  const moment = sql`coalesce(posts.scheduled_at, posts.created_at)`;
  const where = [sql`posts.workspace_id = ${workspaceId}`, sql`posts.mode = ${mode}`];
  if (filter.from !== undefined) where.push(sql`${moment} >= ${filter.from}`);
  if (filter.to !== undefined) where.push(sql`${moment} < ${filter.to}`);
  if (filter.after) {
    const { moment: at, id } = filter.after;
    const beyond = filter.order === 'newest' ? sql`<` : sql`>`;
    where.push(sql`(${moment} ${beyond} ${at} or (${moment} = ${at} and posts.id ${beyond} ${id}))`);
  }
  if (filter.states?.length) {
    where.push(
      sql`(${sql.join(
        filter.states.map((state) => condition[state]),
        sql` or `,
      )})`,
    );
  }
  if (filter.platforms?.length) {
    where.push(sql`exists (select 1 from deliveries d where d.post_id = posts.id
      and d.platform in (${sql.join(filter.platforms)}))`);
  }
  if (filter.accounts?.length) {
    where.push(sql`exists (select 1 from deliveries d where d.post_id = posts.id
      and d.account_id in (${sql.join(filter.accounts)}))`);
  }
  if (filter.search) {
    const wanted = filter.search.toLowerCase();
    const pattern = `%${wanted.replace(/[\\%_]/g, '\\$&')}%`;
    where.push(sql`(${folded(sql`posts.content`, wanted)} like ${pattern} escape '\\' or exists (select 1 from deliveries d
      where d.post_id = posts.id and d.custom_caption = 1 and ${folded(sql`d.text`, wanted)} like ${pattern} escape '\\'))`);
  }
  const direction = filter.order === 'newest' ? sql`desc` : sql`asc`;
  const { rows } = await sql<ListedPost>`
    select posts.id, posts.content, posts.post_type, posts.cover_url, posts.scheduled_at, posts.created_at, posts.revision,
      posts.api_key_id,
      ${moment} as moment, coalesce(users.name, api_keys.name) as author
    from posts
    left join users on users.id = posts.updated_by
    left join api_keys on api_keys.id = posts.api_key_id
    where ${sql.join(where, sql` and `)}
    order by ${moment} ${direction}, posts.id ${direction} limit ${filter.limit}`.execute(query);
  return rows;
}

export function deliveriesOfPosts(query: Query, postIds: readonly string[]) {
  return query
    .selectFrom('deliveries')
    .select(['post_id', 'account_id', 'platform', 'state', 'error_code', 'url', 'text'])
    .where('post_id', 'in', postIds)
    .orderBy('id')
    .execute();
}

export interface ReadPost extends ListedPost {
  updated_at: number | null;
}

export async function readPostOf(
  query: Query,
  workspaceId: string,
  mode: Mode,
  id: string,
): Promise<ReadPost | undefined> {
  return query
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.updated_by')
    .leftJoin('api_keys', 'api_keys.id', 'posts.api_key_id')
    .select((row) => [
      'posts.id',
      'posts.content',
      'posts.post_type',
      'posts.cover_url',
      'posts.api_key_id',
      'posts.scheduled_at',
      'posts.created_at',
      'posts.updated_at',
      'posts.revision',
      row.fn.coalesce('posts.scheduled_at', 'posts.created_at').as('moment'),
      row.fn.coalesce('users.name', 'api_keys.name').as('author'),
    ])
    .where('posts.id', '=', id)
    .where('posts.workspace_id', '=', workspaceId)
    .where('posts.mode', '=', mode)
    .executeTakeFirst() as Promise<ReadPost | undefined>;
}

// The account names the delivery that a worker holds.
const inHand = sql<boolean>`coalesce(accounts.busy_by like deliveries.id || ':%', false)`;

export function deliveriesInFull(query: Query, postId: string) {
  return query
    .selectFrom('deliveries')
    .innerJoin('accounts', 'accounts.id', 'deliveries.account_id')
    .selectAll('deliveries')
    .select(['accounts.name as account_name', 'accounts.username as account_username'])
    .select(inHand.as('in_hand'))
    .where('deliveries.post_id', '=', postId)
    .orderBy('deliveries.id')
    .execute();
}

export function attemptsOfPost(query: Query, postId: string) {
  return query
    .selectFrom('attempts')
    .innerJoin('deliveries', 'deliveries.id', 'attempts.delivery_id')
    .selectAll('attempts')
    .select('deliveries.platform')
    .where('deliveries.post_id', '=', postId)
    .orderBy('attempts.started_at')
    .orderBy('attempts.id')
    .execute();
}

export function snapshotsOfPost(query: Query, postId: string) {
  return query
    .selectFrom('snapshots')
    .innerJoin('deliveries', 'deliveries.id', 'snapshots.delivery_id')
    .selectAll('snapshots')
    .where('deliveries.post_id', '=', postId)
    .orderBy('snapshots.taken_at')
    .execute();
}

export function ownersOfPosts(query: Query, ids: readonly string[]) {
  return query.selectFrom('posts').select(['id', 'workspace_id', 'mode']).where('id', 'in', ids).execute();
}
