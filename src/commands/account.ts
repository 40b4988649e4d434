import { beginConnect, oauthOf } from '../accounts/begin-connect.ts';
import { connectWithPassword } from '../accounts/connect-with-password.ts';
import { pauseAccount } from '../accounts/pause-account.ts';
import { enterPlatformApp, readPlatformApp } from '../accounts/platform-app.ts';
import { removeAccount } from '../accounts/remove-account.ts';
import { resumeAccount } from '../accounts/resume-account.ts';
import { localUrl } from '../config.ts';
import type { App } from '../context.ts';
import { message, nextAction } from '../contract/messages.ts';
import { formatTime } from '../contract/parse-time.ts';
import { type PlatformId, platformIds } from '../contract/platform-ids.ts';
import { PostboteError } from '../errors.ts';
import { connectedAccounts } from '../store/accounts.ts';
import { firstWorkspace } from '../store/workspaces.ts';
import { ask } from './ask.ts';
import { noWorkspace } from './no-workspace.ts';

interface Options {
  mode?: string;
  'client-id'?: string;
  oauth?: boolean;
  password?: boolean;
}

const isPlatform = (word: string | undefined): word is PlatformId =>
  (platformIds as readonly string[]).includes(word ?? '');

/** `account list`, `account connect PLATFORM`, `account pause ID` …: what a person can do without the dashboard. */
export async function accountCommand(
  app: App,
  words: readonly string[],
  options: Options,
  say: (text: string) => void,
): Promise<number> {
  try {
    return await runAccount(app, words, options, say);
  } catch (error) {
    if (!(error instanceof PostboteError)) throw error;
    const facts = { platform: words[1] ?? '', ...error.facts };
    // Nothing repeats a command by itself.
    const next = error.retry ? 'Repeat the command in a while.' : nextAction(error.code, facts, 'en');
    say(`${message(error.code, facts, 'en')}. ${next}`);
    if (error.raw) say(`The platform said: ${error.raw}`);
    return 1;
  }
}

async function runAccount(
  app: App,
  words: readonly string[],
  options: Options,
  say: (text: string) => void,
): Promise<number> {
  const [action, platform] = words;
  const { mode = 'live' } = options;
  if (mode !== 'live' && mode !== 'test') {
    say('--mode is live or test');
    return 2;
  }
  const workspace = await firstWorkspace(app.db.query);
  if (!workspace) {
    say(noWorkspace);
    return 1;
  }
  if (action === 'list') return await listCommand(app, workspace.id, say);
  if (action === 'pause' || action === 'resume' || action === 'remove') {
    return await changeCommand(app, workspace.id, action, platform, say);
  }
  if (!isPlatform(platform) || !app.platforms(platform)) {
    say(`Say which platform: ${platformIds.filter((id) => app.platforms(id)).join(', ')}`);
    return 2;
  }
  const base = app.config.baseUrl ?? localUrl(app.config);
  const redirectUri = `${base}/connect/${platform}/callback`;
  const auth = app.platforms(platform)?.auth;
  if (action === 'app') {
    if (auth?.connect?.by !== 'oauth2') {
      say(`${platform} needs no app: say account connect ${platform}`);
      return 2;
    }
    if (!options['client-id']) {
      say('account app PLATFORM needs --client-id ID; the secret is asked for, or read from standard input');
      return 2;
    }
    const secret = await ask('Client secret: ', true);
    if (secret === '') {
      say(
        'Nothing was stored: the client secret is missing. It stands beside the client id at the platform.',
      );
      return 2;
    }
    await enterPlatformApp(app, { platform, mode, id: options['client-id'], secret });
    say(`Stored. Enter this redirect address at the platform:\n  ${redirectUri}`);
    return 0;
  }
  if (action === 'connect') {
    const owner = { workspaceId: workspace.id, mode } as const;
    const connect = auth?.connect;
    const oauth = oauthOf(app.platforms(platform));
    if (options.oauth && options.password) {
      say('Say --oauth or --password, not both.');
      return 2;
    }
    if ((options.password && connect?.by !== 'password') || (options.oauth && !oauth)) {
      say(`${platform} cannot be connected that way: leave out --${options.oauth ? 'oauth' : 'password'}`);
      return 2;
    }
    if (connect?.by === 'password' && !options.oauth) {
      const fields: Record<string, string> = {};
      for (const field of connect.fields) fields[field.name] = await ask(`${field.label}: `, field.secret);
      const names = await connectWithPassword(app, owner, platform, fields);
      say(`Connected: ${names.join(', ')}`);
      return 0;
    }
    if (oauth?.by === 'oauth2' && !(await readPlatformApp(app, platform, mode))) {
      say(`Enter your app at ${platform} first: npm run postbote -- account app ${platform} --client-id ID`);
      return 1;
    }
    const typed = oauth?.by === 'server' ? await ask(`${oauth.label}: `) : '';
    const { url } = await beginConnect(app, owner, { platform, redirectUri, typed });
    say(`Open this address in a browser, while the service runs:\n  ${url}`);
    return 0;
  }
  say(
    'Say: account list, account connect PLATFORM, account app PLATFORM --client-id ID, account pause|resume|remove ID',
  );
  return 2;
}

async function listCommand(app: App, workspaceId: string, say: (text: string) => void): Promise<number> {
  for (const account of await connectedAccounts(app.db.query, workspaceId)) {
    const ends = account.expires_at === null ? '' : `, login ends ${formatTime(account.expires_at)}`;
    say(`${account.id}  ${account.mode}  ${account.platform}  ${account.name}  ${account.state}${ends}`);
  }
  return 0;
}

const changes = {
  pause: { run: pauseAccount, done: 'Paused: what is planned waits until it is resumed, up to 24 hours.' },
  resume: { run: resumeAccount, done: 'Resumed: what waited goes out within seconds.' },
  remove: { run: removeAccount, done: 'Removed: the login is wiped and what was planned is canceled.' },
} as const;

async function changeCommand(
  app: App,
  workspaceId: string,
  action: keyof typeof changes,
  id: string | undefined,
  say: (text: string) => void,
): Promise<number> {
  const found = (await connectedAccounts(app.db.query, workspaceId)).find((account) => account.id === id);
  if (!found) {
    say(`Say: account ${action} ID; account list names the ids.`);
    return 2;
  }
  try {
    await changes[action].run(app, { workspaceId, mode: found.mode }, found.id);
  } catch (error) {
    if (!(error instanceof PostboteError && error.code === 'conflict')) throw error;
    const test = found.mode === 'test' ? ' --mode test' : '';
    say(`The account must be connected again first: account connect ${found.platform}${test}`);
    return 1;
  }
  say(changes[action].done);
  return 0;
}
