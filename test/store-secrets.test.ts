import { equal, ok } from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { seal, unseal } from '../src/accounts/secrets.ts';
import { saveAccount } from '../src/store/accounts.ts';
import { firstWorkspace } from '../src/store/workspaces.ts';
import { startApp } from './start-app.ts';

// keeps: secrets.sealed
test('no login, key or set-up token can be read in the files of the embedded database', async (t) => {
  const app = await startApp();
  t.after(() => app.close());
  const { db, config, clock } = app.app;
  const login = { accessToken: 'secret-access-7d1f', extra: { appPassword: 'secret-app-password-9b2c' } };
  const workspace = await firstWorkspace(db.query);
  await saveAccount(db.query, {
    id: 'a1',
    workspace_id: workspace?.id ?? '',
    mode: 'live',
    platform: 'bluesky',
    external_id: 'e1',
    name: 'Anna Beispiel',
    username: null,
    state: 'active',
    credentials: seal(config.encryptionKey, 'a1', login),
    settings: '{}',
    created_at: clock.now(),
  });
  await app.call('create_post', { content: 'findable words', platforms: ['bluesky'] });

  const files = readdirSync(config.dataDir).filter((name) => name.startsWith('postbote.db'));
  ok(files.includes('postbote.db') && files.includes('postbote.db-wal'), files.join());
  const bytes = Buffer.concat(files.map((name) => readFileSync(join(config.dataDir, name))));
  // What is not secret is found this way, so the search itself works.
  ok(bytes.includes('findable words') && bytes.includes('Anna Beispiel'));
  const secrets = [
    login.accessToken,
    login.extra.appPassword,
    app.key,
    app.liveKey,
    app.first?.key ?? '',
    app.first?.setupToken ?? '',
    config.encryptionKey,
    config.encryptionKey.toString('base64'),
    config.encryptionKey.toString('hex'),
  ];
  for (const secret of secrets) ok(secret.length > 0 && !bytes.includes(secret));

  const stored = await db.query.selectFrom('accounts').selectAll().execute();
  for (const { id, credentials } of stored) {
    const { accessToken } = unseal<{ accessToken: string }>(config.encryptionKey, id, credentials);
    ok(accessToken.length > 0 && !bytes.includes(accessToken), `the login of ${id} is readable`);
  }
  for (const name of [...files, 'encryption.key']) {
    equal(statSync(join(config.dataDir, name)).mode & 0o777, 0o600, name);
  }
});
