import { deepEqual } from 'node:assert/strict';
import { describe, test } from 'node:test';
import { pino } from 'pino';
import { saveLogin } from '../src/accounts/save-login.ts';
import { openApp } from '../src/app.ts';
import { readConfig } from '../src/config.ts';
import { type ErrorCode, PostboteError } from '../src/errors.ts';
import { firstStart } from '../src/first-start.ts';
import { platformById } from '../src/platforms/index.ts';
import type { Platform } from '../src/platforms/platform.ts';
import { publishNow } from '../src/posts/publish-now.ts';
import { makeDatabase } from './databases.ts';

/** Publishes through a platform that goes wrong in the given way right after its commit was answered. */
async function endingAfter(code: ErrorCode) {
  const database = await makeDatabase('sqlite');
  const bluesky = platformById('bluesky') as Platform;
  const platform: Platform = {
    ...bluesky,
    async publish({ step }) {
      await step.commit('post', { by: 'person' }, async () => ({ id: 'made' }));
      throw new PostboteError(code);
    },
  };
  const config = readConfig({ ...database.env, POSTBOTE_CLOCK: `1000@${Date.now()}` });
  const joined = await openApp(config, pino({ level: 'silent' }), { platforms: () => platform });
  try {
    const { app } = joined;
    const made = await firstStart(app);
    const owner = { workspaceId: made?.workspaceId ?? '', mode: 'test' as const };
    const found = { externalId: 'x', name: 'x', username: 'x', credentials: { accessToken: 't' } };
    const accountId = await saveLogin(app, owner, 'bluesky', found);
    const key = await app.db.query.selectFrom('api_keys').select('id').executeTakeFirstOrThrow();
    const post = await publishNow(
      app,
      { ...owner, keyId: key.id },
      { content: 'Hallo', account_ids: [accountId] },
    );
    await joined.startPublisher();
    for (;;) {
      const row = await app.db.query
        .selectFrom('deliveries')
        .select(['state', 'error_code'])
        .where('post_id', '=', post.id)
        .executeTakeFirstOrThrow();
      if (row.state !== 'pending' && row.state !== 'publishing') return [row.state, row.error_code];
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  } finally {
    await joined.close();
    await database.drop();
  }
}

describe('what goes wrong once a post is out', () => {
  // keeps: once.never-failed-when-out
  test('does not call it failed when only following it up is hindered', async () => {
    deepEqual(await endingAfter('processing_timeout'), ['unconfirmed', 'outcome_unknown']);
  });

  test('calls it failed when the platform itself takes it back', async () => {
    deepEqual(await endingAfter('platform_rejected'), ['failed', 'platform_rejected']);
    deepEqual(await endingAfter('media_rejected'), ['failed', 'media_rejected']);
  });
});
