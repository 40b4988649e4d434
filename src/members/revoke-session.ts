import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { deleteSession } from '../store/sessions.ts';

export async function revokeSession(app: Pick<App, 'db'>, userId: string, sessionId: string): Promise<void> {
  if (!(await deleteSession(app.db.query, userId, sessionId))) throw new PostboteError('not_found');
}
