import type { IncomingMessage } from 'node:http';
import type { App, Member } from '../../context.ts';
import { mayAct, type Role } from '../../contract/roles.ts';
import { PostboteError } from '../../errors.ts';
import { findSession, type SignedIn } from '../../members/find-session.ts';
import type { Gate } from '../api/router.ts';
import { sameOriginProblem } from './own-origin.ts';
import { authSecret, cookiePrefix } from './secret.ts';
import { readSessionToken } from './session-cookie.ts';

export interface Sessions {
  /** Who is signed in, read anew; null: nobody. */
  readSession(req: IncomingMessage): Promise<SignedIn | null>;
  /**
   * The caller as a member of this workspace with at least this role. Throws `unauthenticated`, `forbidden` (the role is
   * too low) or `not_found` (not their workspace, which is like one that does not exist).
   */
  requireMember(req: IncomingMessage, workspaceId: string, role: Role): Promise<Member>;
}

/** What every door of the dashboard asks first. Needs none of better-auth's code. */
export function createSessions(app: Pick<App, 'db' | 'config'>): Sessions {
  const secret = authSecret(app.config);
  const cookie = `${cookiePrefix(app.config)}.session_token`;

  const readSession = async (req: IncomingMessage): Promise<SignedIn | null> => {
    const token = readSessionToken(req, cookie, secret);
    return token === null ? null : findSession(app, token);
  };
  return {
    readSession,
    async requireMember(req, workspaceId, role) {
      const session = await readSession(req);
      if (session === null) throw new PostboteError('unauthenticated');
      const membership = session.memberships.find((one) => one.workspaceId === workspaceId);
      if (!membership) throw new PostboteError('not_found');
      if (!mayAct(membership.role, role)) throw new PostboteError('forbidden');
      return { userId: session.user.id, workspaceId, role: membership.role };
    },
  };
}

/** The same for the routes of the dashboard's API. */
export const createGate = (app: Pick<App, 'db' | 'config'>): Gate => ({
  session: createSessions(app).readSession,
  foreignOrigin: (req) => sameOriginProblem(req, app.config),
});
