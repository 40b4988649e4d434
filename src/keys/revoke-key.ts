import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { markRevoked } from '../store/api-keys.ts';

export async function revokeKey(
  app: Pick<App, 'db' | 'clock'>,
  workspaceId: string,
  keyId: string,
): Promise<void> {
  if (!(await markRevoked(app.db.query, workspaceId, keyId, app.clock.now()))) {
    throw new PostboteError('not_found');
  }
}
