import type { Role } from '../contract/roles.ts';
import type { Query } from './db.ts';

export interface Invitation {
  id: string;
  workspace_id: string;
  role: Role;
  note: string;
  invited_by: string | null;
  created_at: number;
  expires_at: number;
}

const columns = ['id', 'workspace_id', 'role', 'note', 'invited_by', 'created_at', 'expires_at'] as const;

export async function insertInvitation(query: Query, row: Invitation & { hash: string }): Promise<void> {
  await query.insertInto('invitations').values(row).execute();
}

const open = (query: Query, now: number) =>
  query
    .selectFrom('invitations')
    .select(columns)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now);

export function listOpenInvitations(query: Query, workspaceId: string, now: number): Promise<Invitation[]> {
  return open(query, now).where('workspace_id', '=', workspaceId).orderBy('created_at').execute();
}

export function findOpenInvitation(query: Query, hash: string, now: number): Promise<Invitation | undefined> {
  return open(query, now).where('hash', '=', hash).executeTakeFirst();
}

/** Takes it for this user, if nobody has: of two at once one gets it. */
export async function takeInvitation(
  query: Query,
  hash: string,
  userId: string,
  now: number,
): Promise<Invitation | undefined> {
  return query
    .updateTable('invitations')
    .set({ accepted_at: now, accepted_by: userId })
    .where('hash', '=', hash)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst();
}

export async function markInvitationRevoked(
  query: Query,
  workspaceId: string,
  id: string,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('invitations')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('workspace_id', '=', workspaceId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
