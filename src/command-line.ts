import { parseArgs } from 'node:util';
import { destination } from 'pino';
import { askHosts } from './accounts/sandbox-hosts.ts';
import { openApp } from './app.ts';
import { accountCommand } from './commands/account.ts';
import { doctor } from './commands/doctor.ts';
import { keyCommand } from './commands/key.ts';
import { postCommand } from './commands/post.ts';
import { publishingCommand } from './commands/publishing.ts';
import { userCommand } from './commands/user.ts';
import { welcome } from './commands/welcome.ts';
import { ConfigError, type Environment, localUrl, readConfig } from './config.ts';
import { PostboteError } from './errors.ts';
import { openLog } from './log.ts';
import { DatabaseTooNew } from './store/migrate.ts';

const usage = `Usage: npm start                                            serve on HOST:PORT (127.0.0.1:8377)
       npm run postbote -- serve [--role all|web|worker]    the same, with a role (PostgreSQL only)
       npm run postbote -- key create --mode test|live --name NAME [--json]
       npm run postbote -- key list [--json]
       npm run postbote -- key revoke ID
       npm run postbote -- account app PLATFORM --client-id ID [--mode live]   enter your app at a platform
       npm run postbote -- account connect PLATFORM [--oauth|--password] [--mode live]
       npm run postbote -- account list
       npm run postbote -- account pause|resume|remove ID
       npm run postbote -- publishing pause|resume          everything at once
       npm run postbote -- post there|again POST_ID ACCOUNT_ID   your word on an unconfirmed post
       npm run postbote -- user list [--json]
       npm run postbote -- user invite --role owner|editor|viewer   a link to join, valid once
       npm run postbote -- user reset EMAIL [--drop-second-factor]  a link to a new password, valid once
       npm run postbote -- doctor                           check the installation
`;

async function run(argv: readonly string[], environment: Environment): Promise<number> {
  const { positionals, values } = parseArgs({
    args: [...argv],
    allowPositionals: true,
    options: {
      mode: { type: 'string' },
      name: { type: 'string' },
      json: { type: 'boolean', default: false },
      role: { type: 'string' },
      'drop-second-factor': { type: 'boolean', default: false },
      'client-id': { type: 'string' },
      oauth: { type: 'boolean' },
      password: { type: 'boolean' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  });
  const [command = 'serve', ...rest] = positionals;
  if (values.help || command === 'help') {
    process.stdout.write(usage);
    return 0;
  }
  if (command === 'compile') {
    // Asked for when it is installed: loads what a start loads, so that the first one finds it compiled.
    await import('./serve.ts');
    return 0;
  }
  if (!['serve', 'key', 'account', 'publishing', 'post', 'user', 'doctor'].includes(command)) {
    process.stderr.write(`Unknown command "${command}".\n${usage}`);
    return 2;
  }
  const config = readConfig(environment, { role: command === 'serve' ? values.role : undefined });
  const log = openLog(config.logLevel, destination({ fd: 2, sync: true }));

  if (command === 'serve') {
    // Loaded only here: the operator commands need neither doors nor sandbox and should start fast.
    const { serve } = await import('./serve.ts');
    const running = await serve(config, log);
    // Heard before anybody can know that it runs.
    const told = new Promise<void>((resolve) => {
      for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => resolve());
    });
    process.stdout.write(welcome(running));
    await told;
    await running.stop();
    return 0;
  }
  const joined = await openApp(config, log);
  try {
    const say = (text: string) => process.stdout.write(`${text}\n`);
    if (command === 'key') return await keyCommand(joined.app, rest, values, say);
    if (command === 'post') return await postCommand(joined.app, rest, say);
    if (command === 'user') return await userCommand(joined.app, rest, values, say);
    if (command === 'publishing') return await publishingCommand(joined.app, rest, say);
    if (command === 'account') {
      // Test accounts live in the sandbox of the running service.
      const base = config.baseUrl ?? localUrl(config);
      const sandboxUrl = config.sandboxUrl ?? `${base}/sandbox`;
      if (values.mode === 'test') joined.useSandbox(sandboxUrl, await askHosts(sandboxUrl));
      return await accountCommand(joined.app, rest, values, say);
    }
    return await doctor(joined.app, say);
  } finally {
    await joined.close();
  }
}

/** Runs one command and ends the process with its exit code. */
export async function main(argv: readonly string[], environment: Environment): Promise<void> {
  try {
    process.exit(await run(argv, environment));
  } catch (error) {
    process.stderr.write(`${explain(error)}\n`);
    process.exit(1);
  }
}

function explain(error: unknown): string {
  if (error instanceof ConfigError) {
    return ['Postbote cannot start:', ...error.problems.map((problem) => `  - ${problem}`)].join('\n');
  }
  if (error instanceof DatabaseTooNew || error instanceof PostboteError) return `Postbote: ${error.message}`;
  const code = (error as NodeJS.ErrnoException).code;
  if (code?.startsWith('ERR_PARSE_ARGS')) return `${(error as Error).message}\n${usage}`;
  return `Postbote stopped: ${error instanceof Error ? error.message : String(error)}`;
}
