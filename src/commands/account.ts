import { createInterface } from 'node:readline/promises';
import { beginConnect } from '../accounts/begin-connect.ts';
import { connectWithPassword } from '../accounts/connect-with-password.ts';
import { enterPlatformApp } from '../accounts/platform-app.ts';
import type { App } from '../context.ts';
import { type Mode, type PlatformId, platformIds } from '../contract/platform-ids.ts';
import { firstWorkspace } from '../store/workspaces.ts';

interface Options {
  mode?: string;
  'client-id'?: string;
}

const isPlatform = (word: string | undefined): word is PlatformId =>
  (platformIds as readonly string[]).includes(word ?? '');

/** `account connect PLATFORM` and `account app PLATFORM --client-id ID`: what a person can do before there is a dashboard. */
export async function accountCommand(
  app: App,
  words: readonly string[],
  options: Options,
  say: (text: string) => void,
): Promise<number> {
  const [action, platform] = words;
  const mode: Mode = options.mode === 'test' ? 'test' : 'live';
  const workspace = await firstWorkspace(app.db.query);
  if (!workspace) {
    say('There is no workspace yet: start the service once with npm start.');
    return 1;
  }
  if (!isPlatform(platform) || !app.platforms(platform)) {
    say(`Say which platform: ${platformIds.filter((id) => app.platforms(id)).join(', ')}`);
    return 2;
  }
  const base = app.config.baseUrl ?? `http://${app.config.host}:${app.config.port}`;
  const redirectUri = `${base}/connect/${platform}/callback`;
  if (action === 'app') {
    if (!options['client-id']) {
      say('account app PLATFORM needs --client-id ID; the secret is asked for, or read from standard input');
      return 2;
    }
    const secret = await ask('Client secret: ');
    await enterPlatformApp(app, { platform, mode, id: options['client-id'], secret });
    say(`Stored. Enter this redirect address at the platform:\n  ${redirectUri}`);
    return 0;
  }
  if (action === 'connect') {
    const connect = app.platforms(platform)?.auth.connect;
    if (connect?.by === 'password') {
      const fields: Record<string, string> = {};
      for (const field of connect.fields) fields[field.name] = await ask(`${field.label}: `);
      const names = await connectWithPassword(app, { workspaceId: workspace.id, mode }, platform, fields);
      say(`Connected: ${names.join(', ')}`);
      return 0;
    }
    const { url } = await beginConnect(app, { workspaceId: workspace.id, mode }, { platform, redirectUri });
    say(`Open this address in a browser, while the service runs:\n  ${url}`);
    return 0;
  }
  say('Say: account connect PLATFORM, or account app PLATFORM --client-id ID');
  return 2;
}

let lines: AsyncIterator<string> | null = null;

async function ask(question: string): Promise<string> {
  process.stderr.write(question);
  lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  return String((await lines.next()).value ?? '').trim();
}
