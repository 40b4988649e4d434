import type { Role } from '../contract/roles.ts';
import type { Db, Query } from './db.ts';
import type { Flag, Moment } from './tables.ts';

export interface SessionRow {
  session_id: string;
  expires_at: Moment['__select__'];
  user_id: string;
  name: string;
  email: string;
  two_factor_enabled: Flag;
  first_workspace: string | null;
  workspace_id: string | null;
  role: Role | null;
}

/** One row for each workspace of the user, or one without; none: there is no such session. */
export function findSession(db: Db, token: string): SessionRow[] | Promise<SessionRow[]> {
  return db.read<SessionRow>(
    `select s.id as session_id, s.expires_at, u.id as user_id, u.name, u.email, u.two_factor_enabled,
       (select value from instance where name = 'first_workspace') as first_workspace, m.workspace_id, m.role
     from sessions s
     join users u on u.id = s.user_id
     left join members m on m.user_id = u.id
     where s.token = ?
     order by m.created_at, m.workspace_id`,
    [token],
  );
}

export function listSessions(query: Query, userId: string) {
  return query
    .selectFrom('sessions')
    .select(['id', 'created_at', 'updated_at', 'expires_at', 'ip_address', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('updated_at', 'desc')
    .orderBy('id')
    .execute();
}

export async function deleteSession(query: Query, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await query
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteSessionsOf(query: Query, userId: string): Promise<void> {
  await query.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** What has run out is of no use to anybody. */
export async function forgetExpired(query: Query, now: number): Promise<void> {
  const at = new Date(now).toISOString();
  await query.deleteFrom('sessions').where('expires_at', '<', at).execute();
  await query.deleteFrom('verifications').where('expires_at', '<', at).execute();
  await query.deleteFrom('password_resets').where('expires_at', '<', now).execute();
}
