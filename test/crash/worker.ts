import { pino } from 'pino';
import { openApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';

/** The publisher alone, as a process that can be killed. Started with `--import contacts.ts`. */
// Goes with its parent, also when that one is killed.
process.stdin.once('close', () => process.exit(1)).resume();
const config = readConfig(process.env);
const joined = await openApp(config, pino({ level: 'silent' }));
joined.useSandbox(config.sandboxUrl ?? '', JSON.parse(process.env.CRASH_HOSTS ?? '{}'));
// Where nobody is to be killed what a run touches is written down: a send that runs out of its time, because the machine
// is busy, must leave nothing there.
const recording = process.env.CRASH_AT === undefined;
await joined.startPublisher(recording ? { leaseMs: 30_000 * config.clock.speed } : {});
process.once('SIGTERM', () => joined.close().then(() => process.exit(0)));
