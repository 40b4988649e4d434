import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { readConfig } from '../src/config.ts';
import { migrate } from '../src/store/migrate.ts';
import { openDb } from '../src/store/open.ts';

/** A process of its own on a shared database: does what a line on its input says and answers with a line. */
const db = openDb(readConfig(process.env), pino({ level: 'silent' }));
const orders = createInterface({ input: process.stdin });
orders.on('line', async (line) => {
  const order = JSON.parse(line);
  try {
    const result = order.claim ? await db.claim(order.claim) : await migrate(db, order.migrateAt);
    process.stdout.write(`${JSON.stringify({ result: result ?? null })}\n`);
  } catch (error) {
    process.stdout.write(`${JSON.stringify({ error: String(error) })}\n`);
  }
});
orders.once('close', () => process.exit(0));
process.stdout.write('{"result":"open"}\n');
