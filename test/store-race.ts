import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ClaimedRow, ClaimRequest } from '../src/store/db.ts';
import type { TestDatabase } from './databases.ts';

/** One of several processes that work on the same database at the same time. */
export interface Racer {
  readonly name: string;
  claim(request: ClaimRequest): Promise<ClaimedRow[]>;
  migrate(now: number): Promise<void>;
  close(): Promise<void>;
}

export async function startRacer(database: TestDatabase, name: string): Promise<Racer> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'store-racer.ts')], {
    env: { PATH: process.env.PATH ?? '', ...database.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const hear = async () => {
    const { value, done } = await answers.next();
    if (done) throw new Error('the racer ended');
    const { result, error } = JSON.parse(value);
    if (error) throw new Error(error);
    return result;
  };
  const ask = (order: object) => {
    child.stdin.write(`${JSON.stringify(order)}\n`);
    return hear();
  };
  await hear();
  return {
    name,
    claim: (request) => ask({ claim: request }),
    migrate: (now) => ask({ migrateAt: now }),
    close() {
      child.stdin.end();
      return ended;
    },
  };
}
