import { randomUUID } from 'node:crypto';
import type { App } from './context.ts';
import { createKey } from './keys/create-key.ts';
import { hashToken, makeToken } from './members/one-time-token.ts';
import { writeFactOnce } from './store/instance.ts';
import { firstWorkspace, insertWorkspace } from './store/workspaces.ts';

export interface FirstStart {
  workspaceId: string;
  /** Shown this once. */
  key: string;
  setupToken: string;
}

/** Makes the workspace, its test key and the set-up link; null when an earlier start or another node has. */
export async function firstStart(app: App): Promise<FirstStart | null> {
  if (await firstWorkspace(app.db.query)) return null;
  const workspaceId = randomUUID();
  const setupToken = makeToken();
  return app.db.transaction(async (query) => {
    if ((await writeFactOnce(query, 'first_workspace', workspaceId)) !== workspaceId) return null;
    await insertWorkspace(query, { id: workspaceId, name: 'Postbote', created_at: app.clock.now() });
    await writeFactOnce(query, 'setup_token', hashToken(setupToken));
    const { key } = await createKey(app, workspaceId, { mode: 'test', name: 'First test key' }, query);
    return { workspaceId, key, setupToken };
  });
}
