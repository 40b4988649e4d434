import { randomUUID } from 'node:crypto';
import type { App } from '../context.ts';
import type { Mode } from '../contract/platform-ids.ts';
import { insertKey } from '../store/api-keys.ts';
import type { Query } from '../store/db.ts';
import { displayPrefix, hashKey, makeKey } from './api-key.ts';

export interface CreatedKey {
  id: string;
  name: string;
  mode: Mode;
  prefix: string;
  /** Shown this once; only its hash is stored. */
  key: string;
}

export async function createKey(
  app: Pick<App, 'db' | 'clock'>,
  workspaceId: string,
  input: { mode: Mode; name: string },
  query: Query = app.db.query,
): Promise<CreatedKey> {
  const key = makeKey(input.mode);
  const created = { id: randomUUID(), name: input.name, mode: input.mode, prefix: displayPrefix(key), key };
  await insertKey(query, {
    id: created.id,
    workspace_id: workspaceId,
    mode: created.mode,
    name: created.name,
    prefix: created.prefix,
    hash: hashKey(key),
    created_at: app.clock.now(),
    last_used_at: null,
    revoked_at: null,
  });
  return created;
}
