import { z } from 'zod';
import { addresses } from './addresses.ts';
import { endpoint, id, language, nothing, role, time, workspaceScope } from './endpoint.ts';

export const workspace = z.object({
  id,
  name: z.string(),
  role,
  timeZone: z.string(),
  language,
  /** "Pause all publishing" is on. */
  paused: z.boolean(),
});

export const me = z.object({
  user: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    twoFactor: z.boolean(),
  }),
  workspaces: z.array(workspace),
  /** May enter app credentials and see how the service is doing. */
  operator: z.boolean(),
  sandbox: z.boolean(),
  /** The address that other programs reach Postbote at. */
  baseUrl: z.string(),
});

export const member = z.object({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  joinedAt: time,
});

export const invitation = z.object({
  id,
  role,
  note: z.string(),
  createdAt: time,
  expiresAt: time,
});

const password = z.string().min(10).max(200);
const email = z.email().max(254);
const personName = z.string().trim().min(1).max(100);

/** Set-up, membership and the workspace itself. Signing in, sessions, passkeys and TOTP are better-auth's own addresses. */
export const peopleApi = {
  me: endpoint({
    ...addresses.me,
    needs: 'user',
    input: z.strictObject({}),
    output: me,
  }),
  checkSetup: endpoint({
    ...addresses.checkSetup,
    needs: 'nobody',
    input: z.strictObject({ token: z.string().max(200) }),
    output: z.object({ valid: z.boolean() }),
  }),
  /** Creates the owner and signs in. */
  finishSetup: endpoint({
    ...addresses.finishSetup,
    needs: 'nobody',
    input: z.strictObject({
      token: z.string().max(200),
      name: personName,
      email,
      password,
      workspaceName: z.string().trim().min(1).max(100).optional(),
      timeZone: z.string().max(64).optional(),
      language: language.optional(),
    }),
    output: nothing,
  }),
  checkInvitation: endpoint({
    ...addresses.checkInvitation,
    needs: 'nobody',
    input: z.strictObject({ token: z.string().max(200) }),
    output: z.object({ workspaceName: z.string(), role, expiresAt: time }),
  }),
  /** Without name, e-mail and password the signed-in user joins. */
  acceptInvitation: endpoint({
    ...addresses.acceptInvitation,
    needs: 'nobody',
    input: z.strictObject({
      token: z.string().max(200),
      name: personName.optional(),
      email: email.optional(),
      password: password.optional(),
    }),
    output: z.object({ workspaceId: id }),
  }),
  listMembers: endpoint({
    ...addresses.listMembers,
    needs: 'viewer',
    input: workspaceScope,
    output: z.object({ members: z.array(member), invitations: z.array(invitation) }),
  }),
  inviteMember: endpoint({
    ...addresses.inviteMember,
    needs: 'owner',
    input: workspaceScope.extend({ role, note: z.string().max(100).default('') }),
    /** The link is shown this once. */
    output: z.object({ invitation, url: z.string() }),
  }),
  revokeInvitation: endpoint({
    ...addresses.revokeInvitation,
    needs: 'owner',
    input: workspaceScope.extend({ invitationId: id }),
    output: nothing,
  }),
  changeRole: endpoint({
    ...addresses.changeRole,
    needs: 'owner',
    input: workspaceScope.extend({ userId: id, role }),
    output: nothing,
  }),
  /** Also how one leaves; the last owner stays. */
  removeMember: endpoint({
    ...addresses.removeMember,
    needs: 'viewer',
    input: workspaceScope.extend({ userId: id }),
    output: nothing,
  }),
  changeWorkspace: endpoint({
    ...addresses.changeWorkspace,
    needs: 'owner',
    input: workspaceScope.extend({
      name: z.string().trim().min(1).max(100).optional(),
      timeZone: z.string().max(64).optional(),
      language: language.optional(),
    }),
    output: workspace,
  }),
  pausePublishing: endpoint({
    ...addresses.pausePublishing,
    needs: 'editor',
    input: workspaceScope.extend({ paused: z.boolean() }),
    output: nothing,
  }),
  /** Everything but secrets, as one JSON document. */
  exportWorkspace: endpoint({
    ...addresses.exportWorkspace,
    needs: 'owner',
    input: workspaceScope,
    output: z.record(z.string(), z.unknown()),
  }),
  /** Posts, accounts, keys, numbers and files, for good. The name must be typed to confirm. */
  deleteWorkspace: endpoint({
    ...addresses.deleteWorkspace,
    needs: 'owner',
    input: workspaceScope.extend({ confirm: z.string().max(100) }),
    output: nothing,
  }),
};

export type Me = z.infer<typeof me>;
export type WorkspaceView = z.infer<typeof workspace>;
export type MemberView = z.infer<typeof member>;
export type InvitationView = z.infer<typeof invitation>;
