import type { App, Member } from '../context.ts';
import type { Role } from '../contract/roles.ts';
import { PostboteError } from '../errors.ts';
import type { Query } from '../store/db.ts';
import { hasOwner, readRole } from '../store/members.ts';

/**
 * Changes who belongs to a workspace, one change at a time. What the caller may do is read anew under the lock, and a
 * change that would leave the workspace without an owner is undone.
 */
export function withOwner(
  app: Pick<App, 'db'>,
  by: Member,
  userId: string,
  change: (query: Query, own: Role) => Promise<void>,
): Promise<void> {
  return app.db.transaction(async (query) => {
    await app.db.lockWorkspace(query, by.workspaceId);
    const own = await readRole(query, by.workspaceId, by.userId);
    // Everybody may leave; all else is for owners.
    if (own === null || (own !== 'owner' && userId !== by.userId)) throw new PostboteError('forbidden');
    if ((await readRole(query, by.workspaceId, userId)) === null) throw new PostboteError('not_found');
    await change(query, own);
    if (!(await hasOwner(query, by.workspaceId))) throw new PostboteError('last_owner');
  });
}
