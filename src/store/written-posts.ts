import type { Mode, PostType } from '../contract/platform-ids.ts';
import type { Query } from './db.ts';
import { forgetUses, replaceUses } from './file-uses.ts';
import { insertDeliveries, type NewDelivery } from './posts.ts';

export interface ComposedPost {
  id: string;
  workspace_id: string;
  mode: Mode;
  scheduled_at: number | null;
  created_at: number;
  revision: number;
  /** Who changed it last. */
  author: string | null;
}

export function findComposed(query: Query, id: string): Promise<ComposedPost | undefined> {
  return query
    .selectFrom('posts')
    .leftJoin('users', 'users.id', 'posts.updated_by')
    .leftJoin('api_keys', 'api_keys.id', 'posts.api_key_id')
    .select((row) => [
      'posts.id',
      'posts.workspace_id',
      'posts.mode',
      'posts.scheduled_at',
      'posts.created_at',
      'posts.revision',
      row.fn.coalesce('users.name', 'api_keys.name').as('author'),
    ])
    .where('posts.id', '=', id)
    .executeTakeFirst();
}

export interface Rewritten {
  content: string;
  post_type: PostType;
  cover_url: string | null;
  scheduled_at: number | null;
  updated_at: number;
  updated_by: string | null;
  media: readonly { url: string; kind: 'image' | 'video'; alt: string }[];
  /** Files of our own among its media. */
  fileIds: readonly string[];
}

/** Inside a transaction. False: somebody changed it since this revision. */
export async function rewritePost(
  query: Query,
  id: string,
  revision: number,
  { media, fileIds, ...row }: Rewritten,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('posts')
    .set({ ...row, revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await replaceUses(query, id, fileIds, row.updated_at);
  await query.deleteFrom('media').where('post_id', '=', id).execute();
  if (media.length > 0) {
    await query
      .insertInto('media')
      .values(media.map((item, position) => ({ post_id: id, position, ...item })))
      .execute();
  }
  return true;
}

/**
 * Inside a transaction: takes every delivery back from whoever may hold it in memory, and puts the new ones in their
 * place. False: one has begun, so nothing may be changed any more.
 */
export async function replaceTargets(
  query: Query,
  post: ComposedPost,
  dueAt: number | null,
  deliveries: readonly NewDelivery[],
): Promise<boolean> {
  await query
    .updateTable('deliveries')
    .set((row) => ({ state: 'canceled', wake_at: null, lease: row('lease', '+', 1) }))
    .where('post_id', '=', post.id)
    .where('state', '=', 'pending')
    .execute();
  const old = await query
    .selectFrom('deliveries')
    .select(['id', 'account_id', 'state'])
    .where('post_id', '=', post.id)
    .execute();
  if (old.some((row) => row.state !== 'canceled')) return false;
  const kept = new Map(old.map((row) => [row.account_id, row.id]));
  for (const { account_id, text, custom_caption, settings } of deliveries) {
    const id = kept.get(account_id);
    if (id === undefined) continue;
    await query.deleteFrom('steps').where('delivery_id', '=', id).execute();
    await query
      .updateTable('deliveries')
      .set({
        text,
        custom_caption: custom_caption ? 1 : 0,
        settings,
        state: 'pending',
        due_at: dueAt,
        wake_at: dueAt,
        attempts: 0,
        failures: 0,
        first_tried_at: null,
        error_code: null,
        error_facts: null,
        error_raw: null,
      })
      .where('id', '=', id)
      .execute();
  }
  const named = new Set(deliveries.map((delivery) => delivery.account_id));
  const gone = old.filter((row) => !named.has(row.account_id)).map((row) => row.id);
  if (gone.length > 0) {
    for (const table of ['steps', 'attempts'] as const) {
      await query.deleteFrom(table).where('delivery_id', 'in', gone).execute();
    }
    await query.deleteFrom('deliveries').where('id', 'in', gone).execute();
  }
  const fresh = deliveries.filter((delivery) => !kept.has(delivery.account_id));
  await insertDeliveries(query, { ...post, scheduled_at: dueAt }, fresh);
  return true;
}

/** Inside a transaction. False: it was changed meanwhile, or something of it has begun. */
export async function removePost(query: Query, id: string, revision: number): Promise<boolean> {
  const held = await query
    .updateTable('posts')
    .set({ revision: revision + 1 })
    .where('id', '=', id)
    .where('revision', '=', revision)
    .executeTakeFirst();
  if (held.numUpdatedRows !== 1n) return false;
  // Neither a draft nor a canceled post is ever claimed, so nothing can begin between these lines.
  const begun = await query
    .selectFrom('deliveries')
    .leftJoin('steps', 'steps.delivery_id', 'deliveries.id')
    .select('deliveries.id')
    .where('deliveries.post_id', '=', id)
    .where((row) =>
      row.or([
        row('deliveries.attempts', '>', 0),
        row('steps.name', 'is not', null),
        row('deliveries.state', 'not in', ['pending', 'canceled']),
      ]),
    )
    .executeTakeFirst();
  if (begun) return false;
  await forgetUses(query, id);
  const deliveries = query.selectFrom('deliveries').select('id').where('post_id', '=', id);
  await query.deleteFrom('attempts').where('delivery_id', 'in', deliveries).execute();
  await query.deleteFrom('deliveries').where('post_id', '=', id).execute();
  await query.deleteFrom('media').where('post_id', '=', id).execute();
  await query.deleteFrom('posts').where('id', '=', id).execute();
  return true;
}
