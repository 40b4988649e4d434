import { flushCompileCache } from 'node:module';
import { createInterface } from 'node:readline';
import { pino } from 'pino';
import { openApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import type { Caller } from '../src/context.ts';
import { createPost } from '../src/posts/create-post.ts';

/** Accepts posts as fast as it can and says the id of each one that was accepted; it lives until it is killed. */
async function write({ caller, accountIds }: { caller: Caller; accountIds: string[] }): Promise<void> {
  const { app, startPublisher } = await openApp(readConfig(process.env), pino({ level: 'silent' }));
  await startPublisher();
  const keepWriting = async (writer: number) => {
    for (let nth = 0; ; nth += 1) {
      const scheduled_at = new Date(app.clock.now() + 86_400_000).toISOString();
      const post = await createPost(app, caller, {
        content: `writer ${writer}, post ${nth}`,
        account_ids: accountIds,
        ...(nth % 2 === 0 && { scheduled_at }),
        ...(nth % 3 === 0 && { idempotency_key: `${process.pid}-${writer}-${nth}` }),
      });
      process.stdout.write(`${post.id}\n`);
      // As between two requests.
      await new Promise(setImmediate);
    }
  };
  await Promise.all([1, 2, 3, 4].map(keepWriting));
}

// Loading takes longer than a round, so it waits loaded until it is its turn.
const orders = createInterface({ input: process.stdin });
orders.once('line', (line) => write(JSON.parse(line)));
orders.once('close', () => process.exit(1));
// For those that come after it: a killed process would not leave what it compiled.
flushCompileCache();
process.stdout.write('loaded\n');
