import { parseArgs } from 'node:util';
import { destination, pino } from 'pino';
import { openApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { App } from '../src/context.ts';
import { startWorker } from '../src/publisher/worker.ts';
import { type Mutant, mutants } from './chaos-mutants.ts';
import { chaosAdapter } from './chaos-platform.ts';

/** One publisher process of a chaos run: the real worker, with a platform that misbehaves. */
const { values } = parseArgs({ options: { platform: { type: 'string' }, mutant: { type: 'string' } } });
const adapter = chaosAdapter(values.platform ?? '');
const config = readConfig(process.env);
const joined = await openApp(config, pino({ level: config.logLevel }, destination({ fd: 2, sync: true })));
const real: App = { ...joined.app, platforms: () => adapter };
const app = values.mutant ? mutants[values.mutant as Mutant](real) : real;

await joined.startPublisher();
process.stdout.write('ready\n');
// Goes with its parent, also when that one is killed.
process.stdin.on('end', () => process.exit(1)).resume();
