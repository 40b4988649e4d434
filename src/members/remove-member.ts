import type { App, Member } from '../context.ts';
import { deleteMember } from '../store/members.ts';
import { withOwner } from './with-owner.ts';

/** An owner removes anybody, everybody may leave. Access ends with the next request: roles are read anew each time. */
export async function removeMember(app: Pick<App, 'db'>, by: Member, userId: string): Promise<void> {
  await withOwner(app, by, userId, (query) => deleteMember(query, by.workspaceId, userId));
}
