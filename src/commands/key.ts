import type { App } from '../context.ts';
import { formatTime } from '../contract/parse-time.ts';
import { PostboteError } from '../errors.ts';
import { createKey } from '../keys/create-key.ts';
import { revokeKey } from '../keys/revoke-key.ts';
import { listKeys } from '../store/api-keys.ts';
import { firstWorkspace } from '../store/workspaces.ts';
import { noWorkspace } from './no-workspace.ts';

interface Options {
  mode?: string;
  name?: string;
  json: boolean;
}

export async function keyCommand(
  app: App,
  words: readonly string[],
  options: Options,
  say: (text: string) => void,
): Promise<number> {
  const workspace = await firstWorkspace(app.db.query);
  if (!workspace) {
    say(noWorkspace);
    return 1;
  }
  const [action, id] = words;
  if (action === 'create') {
    const { mode, name } = options;
    if ((mode !== 'test' && mode !== 'live') || !name || name.length > 100) {
      say('key create needs --mode test|live and --name NAME (at most 100 characters)');
      return 2;
    }
    const created = await createKey(app, workspace.id, { mode, name });
    say(
      options.json
        ? JSON.stringify(created)
        : `${created.key}\nThis ${mode} key is shown this once. Its id is ${created.id}.`,
    );
    return 0;
  }
  if (action === 'list') {
    const keys = await listKeys(app.db.query, workspace.id);
    say(options.json ? JSON.stringify(keys) : keys.map(line).join('\n') || 'No keys.');
    return 0;
  }
  if (action === 'revoke' && id) {
    try {
      await revokeKey(app, workspace.id, id);
    } catch (error) {
      if (!(error instanceof PostboteError && error.code === 'not_found')) throw error;
      say('There is no such key, or it is revoked already; key list names their ids.');
      return 1;
    }
    say(options.json ? JSON.stringify({ id, revoked: true }) : `Revoked ${id}.`);
    return 0;
  }
  say('Say: key create --mode test|live --name NAME [--json], key list, or key revoke ID');
  return 2;
}

function line(key: Awaited<ReturnType<typeof listKeys>>[number]): string {
  const used = key.last_used_at === null ? 'never used' : `last used ${formatTime(key.last_used_at)}`;
  const state = key.revoked_at === null ? used : `revoked ${formatTime(key.revoked_at)}`;
  return `${key.id}  ${key.prefix}…  ${key.mode}  ${state}  ${key.name}`;
}
