import { endLogins } from '../accounts/end-logins.ts';
import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { deleteRows, takeLogins } from '../store/workspace-data.ts';
import { findWorkspace } from '../store/workspaces.ts';

type Reach = Parameters<typeof endLogins>[0] & Pick<App, 'db'>;

/**
 * For good. Its name must be typed, and nothing of it may be on its way out at this moment. Its accounts are signed out at
 * the platforms once the rows are gone: a deletion that was refused has cost nobody their login.
 */
export async function deleteWorkspace(app: Reach, workspaceId: string, confirm: string): Promise<void> {
  const workspace = await findWorkspace(app.db.query, workspaceId);
  if (!workspace) throw new PostboteError('not_found');
  if (confirm.trim() !== workspace.name) {
    const facts = { field: 'confirm', expected: workspace.name };
    throw new PostboteError('invalid_request', { violations: [{ code: 'field_wrong', facts }] });
  }
  const logins = await app.db.transaction(async (query) => {
    await app.db.lockWorkspace(query, workspaceId);
    const taken = await takeLogins(query, workspaceId);
    // Thrown inside, so that what was planned is not canceled by a deletion that does not come.
    if (!(await deleteRows(query, workspaceId))) {
      throw new PostboteError('conflict', { facts: { reason: 'publishing' } });
    }
    return taken;
  });
  await endLogins(app, logins);
}
