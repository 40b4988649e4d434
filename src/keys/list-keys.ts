import type { App } from '../context.ts';
import type { KeyView } from '../contract/api/keys.ts';
import { listKeys as rowsOf } from '../store/api-keys.ts';

/** Newest first; revoked ones stay in the list so that their traces can be told. */
export async function listKeys(app: Pick<App, 'db' | 'keyUses'>, workspaceId: string): Promise<KeyView[]> {
  // Calls are counted in memory and written now and then: what a person looks at should be of now.
  await app.keyUses.flush();
  const rows = await rowsOf(app.db.query, workspaceId);
  return rows.reverse().map((row) => ({
    id: row.id,
    name: row.name,
    mode: row.mode,
    prefix: row.prefix,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    calls: row.calls,
    revokedAt: row.revoked_at,
  }));
}
