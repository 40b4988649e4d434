import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { destination, pino } from 'pino';
import { openApp, type Parts } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { type Mutant, mutants } from './chaos-mutants.ts';
import { chaosAdapter } from './chaos-platform.ts';

/** One publisher process of a chaos run: the real worker, with a platform that misbehaves. */
const { values } = parseArgs({ options: { platform: { type: 'string' }, mutant: { type: 'string' } } });

async function work(): Promise<void> {
  const adapter = chaosAdapter(values.platform ?? '');
  const config = readConfig(process.env);
  const log = pino({ level: config.logLevel }, destination({ fd: 2, sync: true }));
  const changed: Parts = values.mutant ? mutants[values.mutant as Mutant] : {};
  const { startPublisher } = await openApp(config, log, { platforms: () => adapter, ...changed });
  // A second of real time ahead: there is always something in memory when the process is hit.
  await startPublisher({ aheadMs: 10_000 });
  process.stdout.write('working\n');
}

// Loading takes longer than a worker lives in this test, so it waits loaded until it is its turn.
const orders = createInterface({ input: process.stdin });
orders.once('line', () => work());
// Goes with its parent, also when that one is killed.
orders.once('close', () => process.exit(1));
// For those that come after it: a killed process would not leave what it compiled.
flushCompileCache();
process.stdout.write('loaded\n');
