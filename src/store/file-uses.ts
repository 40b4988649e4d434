import { sql } from 'kysely';
import type { Query } from './db.ts';
import type { FileRow } from './files.ts';

/** Its files stay this long after a post has come to its end, for whoever still has to fetch them. */
const keptMs = 7 * 24 * 60 * 60 * 1000;

/**
 * Inside a transaction. Touching the files first takes their rows, so that nobody removes one in between: whoever
 * wanted to looks again at the time it was touched.
 */
export async function useFiles(
  query: Query,
  postId: string,
  fileIds: readonly string[],
  now: number,
): Promise<void> {
  if (fileIds.length === 0) return;
  const found = await query
    .updateTable('files')
    .set({ touched_at: now })
    .where('id', 'in', fileIds)
    .where('state', '=', 'ready')
    .returning('id')
    .execute();
  if (found.length === 0) return;
  await query
    .insertInto('file_uses')
    .values(found.map(({ id }) => ({ post_id: postId, file_id: id })))
    .onConflict((conflict) => conflict.columns(['file_id', 'post_id']).doNothing())
    .execute();
}

/** Inside a transaction: these files and no others are in the post now. */
export async function replaceUses(
  query: Query,
  postId: string,
  fileIds: readonly string[],
  now: number,
): Promise<void> {
  await forgetUses(query, postId);
  await useFiles(query, postId, fileIds, now);
}

export async function forgetUses(query: Query, postId: string): Promise<void> {
  await query.deleteFrom('file_uses').where('post_id', '=', postId).execute();
}

/** True for a file that a post may still have to send: it is written, planned, under way, or ended only lately. */
const isNeeded = (now: number) => sql<boolean>`exists (
  select 1 from file_uses u left join deliveries d on d.post_id = u.post_id
  where u.file_id = files.id and (d.id is null or d.state in ('pending', 'publishing', 'unconfirmed')
    or coalesce(d.published_at, d.first_tried_at, d.due_at, d.created_at) > ${now - keptMs}))`;

/** From now on nobody finds it; its bytes go next. Undefined: a post needs it, or has taken it just now. */
export function markRemoved(
  query: Query,
  seen: Pick<FileRow, 'id' | 'touched_at'>,
  now: number,
): Promise<FileRow | undefined> {
  return query
    .updateTable('files')
    .set({ state: 'removed', touched_at: now })
    .where('id', '=', seen.id)
    .where('state', '!=', 'removed')
    .where('touched_at', '=', seen.touched_at)
    .where(sql<boolean>`not ${isNeeded(now)}`)
    .returningAll()
    .executeTakeFirst();
}

/** Uploads that nobody went on with, files that no post needs, and removed ones whose bytes may still be there. */
export async function takeStale(query: Query, now: number, limit: number): Promise<FileRow[]> {
  const hours = (count: number) => now - count * 60 * 60 * 1000;
  const stale = sql<boolean>`(
    (files.state = 'uploading' and files.touched_at < ${hours(24)})
    or (files.state = 'removed' and files.touched_at < ${hours(1)})
    or (files.state = 'ready' and files.touched_at < ${now - keptMs} and not ${isNeeded(now)}))`;
  const rows = await query
    .selectFrom('files')
    .select('id')
    .where('touched_at', '<', hours(1))
    .where(stale)
    .orderBy('touched_at')
    .limit(limit)
    .execute();
  if (rows.length === 0) return [];
  return (
    query
      .updateTable('files')
      .set({ state: 'removed', touched_at: now })
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      // Once more on the rows as they are now: a post may have taken one since.
      .where(stale)
      .returningAll()
      .execute()
  );
}

/** The bytes are gone. */
export async function forgetFile(query: Query, id: string): Promise<void> {
  await query.deleteFrom('file_uses').where('file_id', '=', id).execute();
  await query.deleteFrom('files').where('id', '=', id).where('state', '=', 'removed').execute();
}
