import { pino } from 'pino';
import { openApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';

/** The publisher alone, as a process that can be killed. Started with `--import contacts.ts`. */
// Goes with its parent, also when that one is killed.
process.stdin.once('close', () => process.exit(1)).resume();
const config = readConfig(process.env);
const joined = await openApp(config, pino({ level: 'silent' }));
joined.useSandbox(config.sandboxUrl ?? '', JSON.parse(process.env.CRASH_HOSTS ?? '{}'));
await joined.startPublisher();
process.once('SIGTERM', () => joined.close().then(() => process.exit(0)));
