import type { Role } from '../contract/roles.ts';
import type { Query } from './db.ts';

export interface MemberRow {
  user_id: string;
  name: string;
  email: string;
  role: Role;
  created_at: number;
}

/** False: the user belongs to the workspace already. */
export async function insertMember(
  query: Query,
  member: { workspace_id: string; user_id: string; role: Role; created_at: number },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await query
    .insertInto('members')
    .values(member)
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

export function listMemberRows(query: Query, workspaceId: string): Promise<MemberRow[]> {
  return query
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.user_id')
    .select(['members.user_id', 'users.name', 'users.email', 'members.role', 'members.created_at'])
    .where('workspace_id', '=', workspaceId)
    .orderBy('members.created_at')
    .orderBy('members.user_id')
    .execute();
}

export function workspacesOf(query: Query, userId: string): Promise<{ workspace_id: string; role: Role }[]> {
  return query
    .selectFrom('members')
    .select(['workspace_id', 'role'])
    .where('user_id', '=', userId)
    .orderBy('workspace_id')
    .execute();
}

export async function readRole(query: Query, workspaceId: string, userId: string): Promise<Role | null> {
  const row = await query
    .selectFrom('members')
    .select('role')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.role ?? null;
}

export async function writeRole(
  query: Query,
  workspaceId: string,
  userId: string,
  role: Role,
): Promise<void> {
  await query
    .updateTable('members')
    .set({ role })
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteMember(query: Query, workspaceId: string, userId: string): Promise<void> {
  await query
    .deleteFrom('members')
    .where('workspace_id', '=', workspaceId)
    .where('user_id', '=', userId)
    .execute();
}

export async function hasOwner(query: Query, workspaceId: string): Promise<boolean> {
  const row = await query
    .selectFrom('members')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .where('role', '=', 'owner')
    .executeTakeFirst();
  return row !== undefined;
}
