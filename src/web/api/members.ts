import type { IncomingMessage, ServerResponse } from 'node:http';
import type * as context from '../../context.ts';
import type { peopleApi } from '../../contract/api/people.ts';
import { PostboteError } from '../../errors.ts';
import { acceptInvitation, checkInvitation } from '../../members/accept-invitation.ts';
import { changeRole } from '../../members/change-role.ts';
import { checkSetupLink, claimSetupLink } from '../../members/claim-setup-link.ts';
import { inviteMember } from '../../members/invite-member.ts';
import { listMembers } from '../../members/list-members.ts';
import { removeMember } from '../../members/remove-member.ts';
import { revokeInvitation } from '../../members/revoke-invitation.ts';
import { publicBase } from '../auth/own-origin.ts';
import type { HandlersOf, Member } from './route.ts';

/** Puts a session into the answer's cookie. */
export type SignIn = (req: IncomingMessage, res: ServerResponse, userId: string) => Promise<void>;

type Name =
  | 'checkSetup'
  | 'finishSetup'
  | 'checkInvitation'
  | 'acceptInvitation'
  | 'listMembers'
  | 'inviteMember'
  | 'revokeInvitation'
  | 'changeRole'
  | 'removeMember';

/** How people come in, and who belongs to a workspace. */
export const memberHandlers = (signIn: SignIn): Pick<HandlersOf<typeof peopleApi>, Name> => ({
  async checkSetup({ app }, { token }) {
    const valid = await checkSetupLink(app, token).then(
      () => true,
      (error: unknown) => {
        if (error instanceof PostboteError) return false;
        throw error;
      },
    );
    return { valid };
  },
  async finishSetup({ app, req, res }, { token, ...input }) {
    const { userId } = await claimSetupLink(app, token, input);
    await signIn(req, res, userId);
    return {};
  },
  checkInvitation: ({ app }, { token }) => checkInvitation(app, token),
  async acceptInvitation({ app, req, res, session }, { token, name, email, password }) {
    const given = { name: name ?? '', email: email ?? '', password: password ?? '' };
    const isNew = name !== undefined || email !== undefined || password !== undefined;
    if (!session && !isNew) throw new PostboteError('unauthenticated');
    const who = session && !isNew ? { userId: session.user.id } : given;
    const { userId, workspaceId } = await acceptInvitation(app, token, who);
    if (isNew) await signIn(req, res, userId);
    return { workspaceId };
  },
  listMembers: (at) => listMembers(at.app, memberOf(at)),
  async inviteMember(at, { workspaceId, role, note }) {
    const by = memberOf(at);
    const { token, ...invitation } = await inviteMember(at.app, by, { workspaceId, role, note });
    return { invitation, url: `${publicBase(at.req, at.app.config)}/invite/${token}` };
  },
  async revokeInvitation(at, { invitationId }) {
    await revokeInvitation(at.app, memberOf(at), invitationId);
    return {};
  },
  async changeRole(at, { userId, role }) {
    await changeRole(at.app, memberOf(at), { userId, role });
    at.app.changes.tell({ workspaceId: at.workspaceId, kind: 'workspace' });
    return {};
  },
  async removeMember(at, { userId }) {
    await removeMember(at.app, memberOf(at), userId);
    at.app.changes.tell({ workspaceId: at.workspaceId, kind: 'workspace' });
    return {};
  },
});

const memberOf = (at: Member): context.Member => ({
  userId: at.session.user.id,
  workspaceId: at.workspaceId,
  role: at.role,
});
