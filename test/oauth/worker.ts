import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { refreshLogins } from '../../src/accounts/refresh-logins.ts';
import { openApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { withoutLock } from './lockless.ts';
import { platformsAt } from './platforms.ts';

/** One node: publishes, and renews logins without a pause between two rounds. */
const { values } = parseArgs({
  options: {
    server: { type: 'string', default: '' },
    name: { type: 'string', default: '' },
    lockless: { type: 'boolean', default: false },
    /** Killed when the server has answered a renewal and before anything of it is stored. */
    dies: { type: 'boolean', default: false },
  },
});

const config = readConfig(process.env);
const joined = await openApp(config, pino({ level: 'silent' }), {
  platforms: platformsAt(values.server),
  ...(values.lockless && { wrapDb: withoutLock }),
  async fetch(input, init) {
    const headers = { ...(init?.headers as Record<string, string>), 'x-worker': values.name };
    const response = await fetch(input, { ...init, headers });
    if (values.dies && String(input).endsWith('/token')) process.kill(process.pid, 'SIGKILL');
    return response;
  },
});
let stopping = false;
process.once('SIGTERM', () => {
  stopping = true;
});
// Goes with its parent, also when that one is killed.
process.stdin.once('close', () => process.exit(1)).resume();
// Twelve real seconds: one that merely waits for the other's writes keeps what it has in hand.
if (!values.dies) await joined.startPublisher({ leaseMs: 120_000 });
process.stdout.write('working\n');
while (!stopping) {
  await refreshLogins(joined.app);
  await new Promise((resolve) => setTimeout(resolve, 5));
}
await joined.close();
process.exit(0);
