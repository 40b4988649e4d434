import type { App } from '../context.ts';
import type { Role } from '../contract/roles.ts';
import { PostboteError } from '../errors.ts';
import type { Query } from '../store/db.ts';
import { findOpenInvitation, takeInvitation } from '../store/invitations.ts';
import { insertMember } from '../store/members.ts';
import { readWorkspaceName } from '../store/workspaces.ts';
import { createUser, type NewUser, readyUser } from './create-user.ts';
import { hashToken } from './one-time-token.ts';

type Parts = Pick<App, 'db' | 'clock'>;

export interface Accepted {
  readonly userId: string;
  readonly workspaceId: string;
  readonly role: Role;
}

/** Somebody who is signed in joins as who they are; anybody else becomes a user by it. */
export async function acceptInvitation(
  app: Parts,
  token: string,
  who: { userId: string } | NewUser,
): Promise<Accepted> {
  await checkInvitation(app, token);
  const user = 'userId' in who ? null : await readyUser(who);
  const userId = user?.id ?? ('userId' in who ? who.userId : '');
  return app.db.transaction(async (query) => {
    const now = app.clock.now();
    if (user !== null) await createUser(query, user, now);
    return join(query, token, userId, now);
  });
}

async function join(query: Query, token: string, userId: string, now: number): Promise<Accepted> {
  const invitation = await takeInvitation(query, hashToken(token), userId, now);
  if (!invitation) throw new PostboteError('link_invalid');
  const { workspace_id, role } = invitation;
  const joined = await insertMember(query, { workspace_id, user_id: userId, role, created_at: now });
  // Thrown inside the transaction: the invitation stays open.
  if (!joined) throw new PostboteError('already_member');
  return { userId, workspaceId: workspace_id, role };
}

/** What somebody may know who holds the link; throws unless it can still be used. */
export async function checkInvitation(app: Parts, token: string) {
  const found = await findOpenInvitation(app.db.query, hashToken(token), app.clock.now());
  if (!found) throw new PostboteError('link_invalid');
  const workspaceName = await readWorkspaceName(app.db.query, found.workspace_id);
  return { workspaceName, role: found.role, expiresAt: found.expires_at };
}
