import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { deleteRows } from '../store/workspace-data.ts';
import { findWorkspace } from '../store/workspaces.ts';

/** For good. Its name must be typed, and nothing of it may be on its way out at this moment. */
export async function deleteWorkspace(
  app: Pick<App, 'db' | 'changes'>,
  workspaceId: string,
  confirm: string,
): Promise<void> {
  const workspace = await findWorkspace(app.db.query, workspaceId);
  if (!workspace) throw new PostboteError('not_found');
  if (confirm.trim() !== workspace.name) {
    const facts = { field: 'confirm', expected: workspace.name };
    throw new PostboteError('invalid_request', { violations: [{ code: 'field_wrong', facts }] });
  }
  const done = await app.db.transaction(async (query) => {
    await app.db.lockWorkspace(query, workspaceId);
    return deleteRows(query, workspaceId);
  });
  if (!done) throw new PostboteError('conflict', { facts: { reason: 'publishing' } });
}
