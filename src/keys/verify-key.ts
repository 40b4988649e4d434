import type { App, KeyCaller } from '../context.ts';
import type { Db, KeyRow } from '../store/db.ts';
import { hashKey } from './api-key.ts';

type Found = KeyRow | null | Promise<KeyRow | null>;

/** What was looked up in this turn of the event loop: requests that arrive together share one look-up. */
const thisTurn = new WeakMap<Db, Map<string, Found>>();

/** Asked anew in every turn of the event loop, so that a revoked key is dead at once on every node. */
export function verifyKey(
  app: Pick<App, 'db' | 'clock' | 'keyUses'>,
  key: string,
): KeyCaller | null | Promise<KeyCaller | null> {
  if (!key.startsWith('pb_') || key.length > 120) return null;
  const found = lookUp(app.db, key);
  return found instanceof Promise ? found.then((row) => welcome(app, row)) : welcome(app, found);
}

function lookUp(db: Db, key: string): Found {
  let known = thisTurn.get(db);
  if (known === undefined) {
    known = new Map();
    thisTurn.set(db, known);
  }
  let found = known.get(key);
  if (found === undefined) {
    if (known.size === 0) setImmediate(() => thisTurn.delete(db));
    found = db.findKey(hashKey(key));
    known.set(key, found);
  }
  return found;
}

function welcome(app: Pick<App, 'clock' | 'keyUses'>, row: KeyRow | null): KeyCaller | null {
  if (row === null) return null;
  app.keyUses.note(row.id, app.clock.now());
  return { keyId: row.id, workspaceId: row.workspace_id, mode: row.mode };
}
