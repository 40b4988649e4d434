import type { App, Member } from '../context.ts';
import { listOpenInvitations } from '../store/invitations.ts';
import { listMemberRows } from '../store/members.ts';

/** Who belongs to the workspace; open invitations are the owners' business. */
export async function listMembers(app: Pick<App, 'db' | 'clock'>, by: Member) {
  const { query } = app.db;
  const members = (await listMemberRows(query, by.workspaceId)).map((row) => ({
    userId: row.user_id,
    name: row.name,
    email: row.email,
    role: row.role,
    joinedAt: row.created_at,
  }));
  const open = by.role === 'owner' ? await listOpenInvitations(query, by.workspaceId, app.clock.now()) : [];
  const invitations = open.map(({ id, role, note, created_at, expires_at }) => ({
    id,
    role,
    note,
    createdAt: created_at,
    expiresAt: expires_at,
  }));
  return { members, invitations };
}
