import type { Selectable } from 'kysely';
import type { Db, Query } from './db.ts';
import type { Tables } from './tables.ts';

export type FileRow = Selectable<Tables['files']>;

/** A file whose bytes have been looked at. */
export type ReadyFile = FileRow & { kind: 'image' | 'video'; type: string; state: 'ready' };

/** What the bytes have shown. */
export type FileFacts = Pick<
  FileRow,
  'name' | 'kind' | 'type' | 'width' | 'height' | 'duration_ms' | 'frames' | 'sha256' | 'thumbnail'
>;

export type NewUpload = Pick<
  FileRow,
  'id' | 'workspace_id' | 'token' | 'name' | 'bytes' | 'created_at' | 'touched_at'
>;

export async function insertUpload(query: Query, upload: NewUpload): Promise<void> {
  await query
    .insertInto('files')
    .values({ ...upload, state: 'uploading' })
    .execute();
}

export function findUpload(query: Query, workspaceId: string, id: string): Promise<FileRow | undefined> {
  return query
    .selectFrom('files')
    .selectAll()
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('state', '!=', 'removed')
    .executeTakeFirst();
}

/** Only from where the upload stood: of two senders at once one goes on. */
export async function advanceUpload(
  query: Query,
  id: string,
  step: { from: number; to: number; progress: string | null; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('files')
    .set({ received: step.to, progress: step.progress, touched_at: step.now })
    .where('id', '=', id)
    .where('received', '=', step.from)
    .where('state', '=', 'uploading')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function completeUpload(
  query: Query,
  id: string,
  facts: FileFacts,
  now: number,
): Promise<ReadyFile | null> {
  const row = await query
    .updateTable('files')
    .set({ ...facts, state: 'ready', progress: null, touched_at: now })
    .where('id', '=', id)
    .where('state', '=', 'uploading')
    .returningAll()
    .executeTakeFirst();
  return (row as ReadyFile | undefined) ?? null;
}

/** A file made by us is ready. Of two that were made at once from the same picture the first one stays. */
export async function completeDerived(
  query: Query,
  id: string,
  derived: string,
  facts: FileFacts,
): Promise<ReadyFile | null> {
  const made = await query
    .updateTable('files')
    .set({ ...facts, derived, state: 'ready' })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst()
    .catch((error) => error as Error);
  if (!(made instanceof Error)) return (made as ReadyFile | undefined) ?? null;
  const first = await findDerived(query, (await ownerOf(query, id)) ?? '', derived);
  if (!first) throw made;
  return first;
}

async function ownerOf(query: Query, id: string): Promise<string | undefined> {
  const row = await query.selectFrom('files').select('workspace_id').where('id', '=', id).executeTakeFirst();
  return row?.workspace_id;
}

export async function findDerived(
  query: Query,
  workspaceId: string,
  derived: string,
): Promise<ReadyFile | null> {
  const row = await query
    .selectFrom('files')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('derived', '=', derived)
    .where('state', '=', 'ready')
    .executeTakeFirst();
  return (row as ReadyFile | undefined) ?? null;
}

export async function findFiles(query: Query, ids: readonly string[]): Promise<ReadyFile[]> {
  if (ids.length === 0) return [];
  const rows = await query
    .selectFrom('files')
    .selectAll()
    .where('id', 'in', ids)
    .where('state', '=', 'ready')
    .execute();
  return rows as ReadyFile[];
}

/** Asked whenever somebody fetches a file. */
export async function findByToken(db: Db, token: string): Promise<ReadyFile | null> {
  const rows = await db.read<ReadyFile>(`select * from files where token = ? and state = 'ready'`, [token]);
  return rows[0] ?? null;
}

export async function findByTokens(
  db: Db,
  workspaceId: string,
  tokens: readonly string[],
): Promise<ReadyFile[]> {
  if (tokens.length === 0) return [];
  const marks = tokens.map(() => '?').join(', ');
  return db.read<ReadyFile>(
    `select * from files where token in (${marks}) and workspace_id = ? and state = 'ready'`,
    [...tokens, workspaceId],
  );
}

export type FilePlace = Pick<FileRow, 'id' | 'created_at'>;

/** What people uploaded, newest first, from after the given place on. */
export async function listReady(
  query: Query,
  workspaceId: string,
  limit: number,
  after: FilePlace | null,
): Promise<ReadyFile[]> {
  let search = query
    .selectFrom('files')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('state', '=', 'ready')
    .where('derived', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  if (after) {
    search = search.where((row) =>
      row.or([
        row('created_at', '<', after.created_at),
        row.and([row('created_at', '=', after.created_at), row('id', '<', after.id)]),
      ]),
    );
  }
  return (await search.execute()) as ReadyFile[];
}
