import type { Mode } from '../contract/platform-ids.ts';
import type { Query } from './db.ts';

export interface ApiKey {
  id: string;
  workspace_id: string;
  mode: Mode;
  name: string;
  prefix: string;
  created_at: number;
  last_used_at: number | null;
  calls: number;
  revoked_at: number | null;
}

export async function insertKey(query: Query, key: Omit<ApiKey, 'calls'> & { hash: string }): Promise<void> {
  await query.insertInto('api_keys').values(key).execute();
}

export function listKeys(query: Query, workspaceId: string): Promise<ApiKey[]> {
  return query
    .selectFrom('api_keys')
    .select([
      'id',
      'workspace_id',
      'mode',
      'name',
      'prefix',
      'created_at',
      'last_used_at',
      'calls',
      'revoked_at',
    ])
    .where('workspace_id', '=', workspaceId)
    .orderBy('created_at')
    .execute();
}

/** True when it was there and not revoked before. */
export async function markRevoked(
  query: Query,
  workspaceId: string,
  id: string,
  at: number,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('api_keys')
    .set({ revoked_at: at })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function addUses(query: Query, id: string, calls: number, lastUsedAt: number): Promise<void> {
  await query
    .updateTable('api_keys')
    .set((row) => ({ calls: row('calls', '+', calls), last_used_at: lastUsedAt }))
    .where('id', '=', id)
    .execute();
}
