import { equal, match } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { beginConnect } from '../src/accounts/begin-connect.ts';
import { startApp, type TestApp } from './start-app.ts';

/** How each platform is connected is a matter of `contract.test.ts`; this holds for all of them. */
describe('connecting an account', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  test('a state that nobody began is refused', async () => {
    const answer = await fetch(`${app.url}/connect/twitter/callback?state=made-up&code=x`);
    equal(answer.status, 400);
    match(await answer.text(), /abgelaufen/);
  });

  test('a live account needs the operator’s app first', async () => {
    const redirectUri = `${app.url}/connect/twitter/callback`;
    const failed = await beginConnect(
      app.app,
      { workspaceId: app.workspaceId, mode: 'live' },
      { platform: 'twitter', redirectUri },
    ).catch((error) => error.code);
    equal(failed, 'setting_missing');
  });
});
