import type { App } from '../context.ts';
import * as store from '../store/sessions.ts';

const ms = (moment: Date | string) => new Date(moment).getTime();

/** Where a user is signed in, newest first; `current` is the session that asks. */
export async function listSessions(app: Pick<App, 'db'>, userId: string, current: string) {
  const rows = await store.listSessions(app.db.query, userId);
  return rows
    .filter((row) => ms(row.expires_at) > Date.now())
    .map((row) => ({
      id: row.id,
      current: row.id === current,
      createdAt: ms(row.created_at),
      lastSeenAt: ms(row.updated_at),
      expiresAt: ms(row.expires_at),
      address: row.ip_address,
      userAgent: row.user_agent,
    }));
}
