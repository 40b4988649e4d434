import { pino } from 'pino';
import { openApp } from '../../src/app.ts';
import { readConfig } from '../../src/config.ts';
import { platformsAt } from './start-service.ts';

/** The publisher alone, until nothing is left to do, as a process that is killed on the way (`test/crash/contacts.ts`). */
// Goes with its parent, also when that one is killed.
process.stdin.once('close', () => process.exit(1)).resume();
const platforms = platformsAt(JSON.parse(String(process.env.REAL_HOSTS)));
const joined = await openApp(readConfig(process.env), pino({ level: 'silent' }), { platforms });
await joined.startPublisher();
const open = joined.app.db.query
  .selectFrom('deliveries')
  .select('id')
  .where('state', 'in', ['pending', 'publishing']);
while ((await open.execute()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
await joined.close();
process.exit(0);
