import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { deleteMember, hasOwner, workspacesOf } from '../store/members.ts';

/** Before a user is deleted: out of every workspace, or out of none if one would be left without an owner. */
export async function leaveWorkspaces(app: Pick<App, 'db'>, userId: string): Promise<void> {
  await app.db.transaction(async (query) => {
    // In the order of their ids, so that two who leave at once never wait for each other.
    for (const { workspace_id } of await workspacesOf(query, userId)) {
      await app.db.lockWorkspace(query, workspace_id);
      await deleteMember(query, workspace_id, userId);
      if (!(await hasOwner(query, workspace_id))) throw new PostboteError('last_owner');
    }
  });
}
