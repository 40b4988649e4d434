import type { App } from '../context.ts';
import type { Mode } from '../contract/platform-ids.ts';
import { ownersOfPosts } from '../store/post-list.ts';

/** Whose posts these are; ids that are gone are left out. */
export async function postsBelongTo(
  app: Pick<App, 'db'>,
  ids: readonly string[],
): Promise<{ id: string; workspaceId: string; mode: Mode }[]> {
  const rows = await ownersOfPosts(app.db.query, ids);
  return rows.map(({ id, workspace_id, mode }) => ({ id, workspaceId: workspace_id, mode }));
}
