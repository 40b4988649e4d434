import { deepEqual, equal, match, ok } from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { beginConnect, oauthOf } from '../src/accounts/begin-connect.ts';
import { connectWithPassword } from '../src/accounts/connect-with-password.ts';
import { type PlatformId, platformIds } from '../src/contract/platform-ids.ts';
import { platformById } from '../src/platforms/index.ts';
import { startApp, type TestApp } from './start-app.ts';

const byOAuth = platformIds.filter((id) => oauthOf(platformById(id)));

describe('connecting an account', () => {
  let app: TestApp;
  before(async () => {
    app = await startApp();
  });
  after(() => app.close());

  const owner = () => ({ workspaceId: app.workspaceId, mode: 'test' as const });
  const begin = async (platform: PlatformId) => {
    const redirectUri = `${app.url}/connect/${platform}/callback`;
    return (await beginConnect(app.app, owner(), { platform, redirectUri })).url;
  };
  /** What a person does on the platform's page; answers where the browser is sent back to. */
  const decide = async (url: string, fields: Record<string, string>) => {
    const page = await fetch(url);
    equal(page.status, 200);
    match(await page.text(), /Sign in to/);
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    equal(answer.status, 303);
    return answer.headers.get('location') ?? '';
  };
  const accountsOf = async (platform: string) => {
    const { data } = await app.call('list_social_accounts');
    return (data as unknown as { id: string; platform: string; platform_username: string }[]).filter(
      (one) => one.platform === platform,
    );
  };
  /** Where a login reaches several accounts, all of them are picked. */
  const comeBack = async (back: string) => {
    const page = await fetch(back);
    const html = await page.text();
    if (!html.includes('Which accounts?')) return { status: page.status, html };
    const ids = [...html.matchAll(/name="account" value="([^"]+)"/g)].map((found) => found[1] ?? '');
    const state = new URL(back).searchParams.get('state') ?? '';
    const picked = await fetch(`${back.split('?')[0]}?state=${state}`, {
      method: 'POST',
      body: new URLSearchParams(ids.map((id) => ['account', id])),
    });
    return { status: picked.status, html: await picked.text() };
  };

  for (const platform of byOAuth) {
    // keeps: connect.oauth
    test(`${platform}: by its login page, and the account can post`, async () => {
      const before = (await accountsOf(platform)).map((one) => one.id);
      const { status, html } = await comeBack(
        await decide(await begin(platform), { decision: 'allow', username: '', new_username: 'newcomer' }),
      );
      equal(status, 200, html);
      match(html, /Connected\./);
      const fresh = (await accountsOf(platform)).filter((one) => !before.includes(one.id));
      ok(fresh.length > 0, 'a new account is there');
    });

    // keeps: connect.again
    test(`${platform}: again makes no second account`, async () => {
      const count = (await accountsOf(platform)).length;
      await comeBack(
        await decide(await begin(platform), { decision: 'allow', username: '', new_username: 'newcomer' }),
      );
      equal((await accountsOf(platform)).length, count);
    });

    // keeps: connect.words
    test(`${platform}: a refusal is shown in words`, async () => {
      const { status, html } = await comeBack(await decide(await begin(platform), { decision: 'deny' }));
      equal(status, 400);
      match(html, /abgelehnt/);
      match(html, /access_denied/);
    });

    test(`${platform}: an address that was used once works no more`, async () => {
      const back = await decide(await begin(platform), {
        decision: 'allow',
        username: '',
        new_username: 'newcomer',
      });
      await comeBack(back);
      const { status, html } = await comeBack(back);
      equal(status, 400);
      match(html, /abgelaufen/);
    });
  }

  test('a state that nobody began is refused', async () => {
    const answer = await fetch(`${app.url}/connect/twitter/callback?state=made-up&code=x`);
    equal(answer.status, 400);
    match(await answer.text(), /abgelaufen/);
  });

  test('a live account needs the operator’s app first', async () => {
    const redirectUri = `${app.url}/connect/twitter/callback`;
    const failed = await beginConnect(
      app.app,
      { ...owner(), mode: 'live' },
      { platform: 'twitter', redirectUri },
    ).catch((error) => error.code);
    equal(failed, 'setting_missing');
  });

  // keeps: connect.password
  test('bluesky: by app password, and a wrong one is refused', async () => {
    const made = await fetch(`${app.url}/sandbox/api/accounts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ platform: 'bluesky', username: 'newcomer' }),
    });
    const { credentials, username } = (await made.json()) as {
      username: string;
      credentials: { extra: { identifier: string; appPassword: string } };
    };
    const { appPassword } = credentials.extra;
    deepEqual(await connectWithPassword(app.app, owner(), 'bluesky', { identifier: username, appPassword }), [
      username,
    ]);
    ok((await accountsOf('bluesky')).some((one) => one.platform_username === username));
    const wrong = { identifier: username, appPassword: 'aaaa-bbbb-cccc-dddd' };
    equal(
      await connectWithPassword(app.app, owner(), 'bluesky', wrong).catch((error) => error.code),
      'platform_auth',
    );
  });
});
