import type { App, Member } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { markInvitationRevoked } from '../store/invitations.ts';

export async function revokeInvitation(
  app: Pick<App, 'db' | 'clock'>,
  by: Member,
  invitationId: string,
): Promise<void> {
  if (by.role !== 'owner') throw new PostboteError('forbidden');
  const done = await markInvitationRevoked(app.db.query, by.workspaceId, invitationId, app.clock.now());
  if (!done) throw new PostboteError('not_found');
}
