import { equal, match, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { beginConnect } from '../src/accounts/begin-connect.ts';
import { enterPlatformApp } from '../src/accounts/platform-app.ts';
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

  // keeps: accounts.narrower
  test('an app that may not ask for everything asks for less, and connects the member', async () => {
    const clientApp = { platform: 'linkedin', mode: 'test', secret: 'secret' } as const;
    await enterPlatformApp(app.app, { ...clientApp, id: 'my-selfserve-app' });
    const owner = { workspaceId: app.workspaceId, mode: 'test' } as const;
    const redirectUri = `${app.url}/connect/linkedin/callback`;
    const begun = await beginConnect(app.app, owner, { platform: 'linkedin', redirectUri });
    const go = async (url: string, init: RequestInit = {}) => {
      const { headers } = await fetch(url, { redirect: 'manual', ...init });
      return new URL(headers.get('location') ?? 'none:');
    };
    const refused = await go(begun.url);
    equal(refused.searchParams.get('error'), 'unauthorized_scope_error');
    const again = await go(String(refused));
    equal(again.searchParams.get('scope'), 'openid profile w_member_social');
    // Less than that there is not: a second refusal is told, and the first way back is closed.
    const state = String(again.searchParams.get('state'));
    equal((await fetch(String(refused))).status, 400);
    const form = new URLSearchParams({ decision: 'allow', new_username: 'selfmade' });
    const back = await go(String(again), { method: 'POST', body: form });
    match(await (await fetch(String(back))).text(), /selfmade/);
    const once = await beginConnect(app.app, owner, { platform: 'linkedin', redirectUri, isNarrow: true });
    const narrow = new URL(once.url).searchParams.get('state');
    const denied = await fetch(`${redirectUri}?state=${narrow}&error=unauthorized_scope_error`);
    equal(denied.status, 400);
    match(await denied.text(), /unauthorized_scope_error/);
    ok(state !== narrow);
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
