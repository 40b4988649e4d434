import type { Language } from '../contract/api/endpoint.ts';
import type { Db, Query } from './db.ts';

export interface Workspace {
  id: string;
  name: string;
  created_at: number;
}

export async function insertWorkspace(query: Query, workspace: Workspace): Promise<void> {
  await query.insertInto('workspaces').values(workspace).execute();
}

/** The oldest one is what the command line works on unless told otherwise. */
export function firstWorkspace(query: Query): Promise<Workspace | undefined> {
  return query.selectFrom('workspaces').selectAll().orderBy('created_at').orderBy('id').executeTakeFirst();
}

export async function readWorkspaceName(query: Query, id: string): Promise<string> {
  const row = await query.selectFrom('workspaces').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? '';
}

export function findWorkspace(query: Query, id: string) {
  return query.selectFrom('workspaces').selectAll().where('id', '=', id).executeTakeFirst();
}

/** What is undefined stays as it is. */
export async function changeWorkspaceRow(
  query: Query,
  id: string,
  change: { name?: string; time_zone?: string; language?: Language },
): Promise<void> {
  if (Object.values(change).every((value) => value === undefined)) return;
  await query.updateTable('workspaces').set(change).where('id', '=', id).execute();
}

export async function setPublishingPaused(query: Query, id: string, pausedAt: number | null): Promise<void> {
  await query
    .updateTable('workspaces')
    .set({ publishing_paused_at: pausedAt })
    .where('id', '=', id)
    .execute();
}

/** Whose publishing is paused as a whole: few, and most of the time nobody. */
export async function pausedWorkspaces(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.read<{ id: string }>(
    'select id from workspaces where publishing_paused_at is not null',
    [],
  );
  return new Set(rows.map((row) => row.id));
}
