import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { test } from 'node:test';
import { sql } from 'kysely';
import { unseal } from '../src/accounts/secrets.ts';
import { readConfig } from '../src/config.ts';
import { openLog } from '../src/log.ts';
import type { Credentials } from '../src/platforms/signing-in.ts';
import { migrate } from '../src/store/migrate.ts';
import { openDb } from '../src/store/open.ts';
import { makeDatabase, onBothDatabases } from './databases.ts';
import { addPublishingAccount } from './fill-app.ts';
import { controlSandbox } from './sandbox-control.ts';
import { fastClock, startNode } from './start-node.ts';

const words = 'Streng-vertraulicher-Wortlaut';

onBothDatabases('the log', (kind) => {
  // keeps: keys.silent
  test('of a whole publication holds no text, no key and no token', { timeout: 240_000 }, async () => {
    const database = await makeDatabase(kind);
    const { log, written } = collectLog();
    const node = await startNode(database, { env: { ...fastClock(20), POSTBOTE_LOG: 'debug' }, log });
    const sandbox = controlSandbox(node);
    const secrets = new Set([words, node.key, String(node.first?.key), String(node.first?.setupToken)]);
    const collect = async () => {
      for (const row of await node.app.db.query.selectFrom('accounts').selectAll().execute()) {
        const open = unseal<Credentials>(node.app.config.encryptionKey, row.id, row.credentials);
        const { identifier: _public, clientId: _alsoPublic, ...hidden } = open.extra ?? {};
        for (const secret of [open.accessToken, open.refreshToken, ...Object.values(hidden)]) {
          if (secret) secrets.add(secret);
        }
      }
    };

    const wishes = [
      ['bluesky', 'expired_token'],
      ['bluesky', 'error_after'],
      ['bluesky', 'lost_answer'],
      ['bluesky', 'rejected_media'],
      ['instagram', 'expired_token'],
      ['instagram', 'error_before'],
      ['instagram', 'rejected_media'],
      ['twitter', 'expired_token'],
      ['twitter', 'rate_limit'],
      ['twitter', 'lost_answer'],
    ] as const;
    const ids: string[] = [];
    for (const [platform, fault] of wishes) {
      const account = await addPublishingAccount(node, node.workspaceId, platform);
      await sandbox.fault({ platform, account: account.username, fault });
      const { data } = await node.call('publish_now', {
        content: words,
        account_ids: [account.id],
        media_urls: [`${sandbox.sample('square.jpg')}?signature=${words}`],
      });
      ids.push(String(data.id));
    }
    await collect();
    // Instagram's login cannot be renewed: that post waits for its owner.
    for (const id of ids) await endedOrWaiting(node, id);
    await collect();
    await fetch(`${node.url}/mcp/${node.key}`, { method: 'POST', body: words });
    await fetch(`${node.url}/mcp`, { headers: { authorization: `Bearer ${node.key}` } });
    await node.call('create_post', { content: words, platforms: ['bluesky'], [words]: 1 });
    await node.stop();
    log.flush();

    for (const secret of secrets) {
      assert.ok(secret.length > 8);
      assert.ok(!written().includes(secret), `the log shows ${secret.slice(0, 6)}…`);
      assert.ok(!written().includes(encodeURIComponent(secret)));
    }
    await database.drop();
  });

  // keeps: keys.silent
  test('of an error holds its words and origin, not what it was about', async () => {
    const database = await makeDatabase(kind);
    const { log, written } = collectLog();
    const db = openDb(readConfig(database.env), log);
    await migrate(db, 0);
    const incomplete = sql`insert into workspaces (id, name, created_at) values (${words}, ${words}, null)`;
    await assert.rejects(incomplete.execute(db.query), (refused: Error) => {
      log.error({ err: new Error('no workspace', { cause: refused }) }, 'a defect');
      log.error({ err: Object.assign(new Error('no answer'), { input: words, code: 'ERR_X' }) }, 'another');
      log.error({ err: words }, 'a third');
      return true;
    });
    await db.close();
    log.flush();
    assert.match(written(), /not.null constraint/i);
    assert.match(written(), /publish-logs\.test\.ts/);
    assert.match(written(), /"code":"ERR_X"/);
    assert.ok(!written().includes(words), written());
    await database.drop();
  });
});

function collectLog() {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  return { log: openLog('debug', sink), written: () => lines.join('') };
}

async function endedOrWaiting(node: Awaited<ReturnType<typeof startNode>>, id: string): Promise<void> {
  for (;;) {
    const { data } = await node.call('get_post_status', { post_id: id });
    const variants = data.variants as { status: string; error_code: string | null }[];
    const open = variants.filter(
      (one) => ['pending', 'publishing'].includes(one.status) && one.error_code !== 'account_reconnect',
    );
    if (open.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
