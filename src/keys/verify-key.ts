import type { App, Caller } from '../context.ts';
import type { KeyRow } from '../store/db.ts';
import { hashKey } from './api-key.ts';

/** Asked on every request, so that a revoked key is dead at once on every node. */
export function verifyKey(
  app: Pick<App, 'db' | 'clock' | 'keyUses'>,
  key: string,
): Caller | null | Promise<Caller | null> {
  if (!key.startsWith('pb_') || key.length > 120) return null;
  const found = app.db.findKey(hashKey(key));
  return found instanceof Promise ? found.then((row) => welcome(app, row)) : welcome(app, found);
}

function welcome(app: Pick<App, 'clock' | 'keyUses'>, row: KeyRow | null): Caller | null {
  if (row === null) return null;
  app.keyUses.note(row.id, app.clock.now());
  return { keyId: row.id, workspaceId: row.workspace_id, mode: row.mode };
}
