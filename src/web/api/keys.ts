import type { KeyView, keysApi } from '../../contract/api/keys.ts';
import { createKey } from '../../keys/create-key.ts';
import { listKeys } from '../../keys/list-keys.ts';
import { revokeKey } from '../../keys/revoke-key.ts';
import { publicBase } from '../auth/own-origin.ts';
import type { HandlersOf } from './route.ts';
import { testConnection } from './test-connection.ts';

export const keyHandlers: HandlersOf<typeof keysApi> = {
  async listKeys({ app, workspaceId }) {
    return { keys: await listKeys(app, workspaceId) };
  },
  async createKey({ app, workspaceId }, { name, mode }) {
    const { key, id, prefix } = await createKey(app, workspaceId, { name, mode });
    app.changes.tell({ workspaceId, kind: 'keys' });
    const createdAt = app.clock.now();
    const view: KeyView = { id, name, mode, prefix, createdAt, lastUsedAt: null, calls: 0, revokedAt: null };
    return { key, view };
  },
  async revokeKey({ app, workspaceId }, { keyId }) {
    await revokeKey(app, workspaceId, keyId);
    app.changes.tell({ workspaceId, kind: 'keys' });
    return {};
  },
  async testConnection({ app, req }, { key }) {
    return testConnection(app, publicBase(req, app.config), key ?? null);
  },
};
