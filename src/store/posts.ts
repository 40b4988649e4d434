import type { Mode, PlatformId, PostType } from '../contract/platform-ids.ts';
import type { Db, Query } from './db.ts';
import { useFiles } from './file-uses.ts';

export interface NewPost {
  id: string;
  workspace_id: string;
  mode: Mode;
  api_key_id: string | null;
  content: string;
  post_type: PostType;
  cover_url: string | null;
  scheduled_at: number | null;
  created_at: number;
  updated_at?: number;
  updated_by?: string | null;
  media: readonly { url: string; kind: 'image' | 'video'; alt: string }[];
  deliveries: readonly NewDelivery[];
  /** Files of our own among its media. */
  fileIds?: readonly string[];
}

export interface NewDelivery {
  id: string;
  account_id: string;
  platform: PlatformId;
  text: string;
  custom_caption: boolean;
  settings: string;
}

/** Called inside a transaction: the post, its media and its deliveries are stored together or not at all. */
export async function insertPost(query: Query, post: NewPost): Promise<void> {
  const { media, deliveries, fileIds = [], ...row } = post;
  await query.insertInto('posts').values(row).execute();
  await useFiles(query, post.id, fileIds, post.created_at);
  if (media.length > 0) {
    await query
      .insertInto('media')
      .values(media.map((item, position) => ({ post_id: post.id, position, ...item })))
      .execute();
  }
  await insertDeliveries(query, post, deliveries);
}

export async function insertDeliveries(
  query: Query,
  post: Pick<NewPost, 'id' | 'workspace_id' | 'mode' | 'scheduled_at' | 'created_at'>,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  await query
    .insertInto('deliveries')
    .values(
      deliveries.map((delivery) => ({
        ...delivery,
        custom_caption: delivery.custom_caption ? 1 : 0,
        post_id: post.id,
        workspace_id: post.workspace_id,
        mode: post.mode,
        state: 'pending' as const,
        due_at: post.scheduled_at,
        wake_at: post.scheduled_at,
        created_at: post.created_at,
      })),
    )
    .execute();
}

export interface OpenPost {
  id: string;
  content: string;
  scheduled_at: number | null;
  platforms: PlatformId[];
}

/**
 * Drafts and scheduled posts, newest first. Walks the index of pending deliveries, so its cost follows `limit`
 * and not the number of posts ever made. A post that has begun for one account is no longer merely scheduled.
 */
export async function listOpenPosts(
  db: Db,
  workspaceId: string,
  mode: Mode,
  limit: number,
): Promise<OpenPost[]> {
  const ids = await db.read<{ post_id: string }>(openPostIds, [workspaceId, mode, limit]);
  if (ids.length === 0) return [];
  const wanted = ids.map((row) => row.post_id);
  const rows = await db.read<Omit<OpenPost, 'platforms'> & { platform: PlatformId }>(
    `select p.id, p.content, p.scheduled_at, d.platform from posts p join deliveries d on d.post_id = p.id
     where p.id in (${wanted.map(() => '?').join(', ')}) order by d.id`,
    wanted,
  );
  const posts = new Map<string, OpenPost>();
  for (const { id, content, scheduled_at, platform } of rows) {
    const known = posts.get(id);
    if (!known) posts.set(id, { id, content, scheduled_at, platforms: [platform] });
    else if (!known.platforms.includes(platform)) known.platforms.push(platform);
  }
  return wanted.flatMap((id) => posts.get(id) ?? []);
}

const openPostIds = `
  select d.post_id from deliveries d
  where d.workspace_id = ? and d.mode = ? and d.state = 'pending'
    and not exists (select 1 from deliveries o where o.post_id = d.post_id and o.state <> 'pending')
  group by d.created_at, d.post_id order by d.created_at desc, d.post_id desc limit ?`;

/** The latest time among posts that are planned or out; drafts, canceled and failed ones leave no slot. */
export async function latestScheduledAt(
  query: Query,
  workspaceId: string,
  mode: Mode,
): Promise<number | null> {
  const row = await query
    .selectFrom('posts')
    .select('scheduled_at')
    .where('workspace_id', '=', workspaceId)
    .where('mode', '=', mode)
    .where('scheduled_at', 'is not', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries')
          .select('deliveries.id')
          .whereRef('deliveries.post_id', '=', 'posts.id')
          .where('deliveries.state', 'in', ['pending', 'publishing', 'published', 'unconfirmed']),
      ),
    )
    .orderBy('scheduled_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.scheduled_at ?? null;
}

export interface FoundPost {
  id: string;
  post_type: PostType;
  scheduled_at: number | null;
}

export async function findPost(
  db: Db,
  workspaceId: string,
  mode: Mode,
  id: string,
): Promise<FoundPost | undefined> {
  const rows = await db.read<FoundPost>(
    'select id, post_type, scheduled_at from posts where id = ? and workspace_id = ? and mode = ?',
    [id.toLowerCase(), workspaceId, mode],
  );
  return rows[0];
}
