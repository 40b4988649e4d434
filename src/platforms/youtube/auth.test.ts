import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOver, fakeNow, type Network, reply, type Seen } from '../publishing.fake.ts';
import { auth } from './auth.ts';

const hosts = {
  api: 'https://api.example',
  oauth: 'https://oauth.example',
  accounts: 'https://accounts.example',
};
const connect = auth.connect?.by === 'oauth2' ? auth.connect : assert.fail('it is OAuth');
const prefix = 'https://www.googleapis.com/auth/';
const rights = `${prefix}youtube.upload ${prefix}youtube.readonly`;

function signingIn(network: Network, seen: Seen[] = []) {
  return { call: callOver(network, seen), hosts, now: fakeNow, client: { id: 'app', secret: 'hush' } };
}

test('a refresh keeps the refresh token that the answer does not repeat', async () => {
  const seen: Seen[] = [];
  const at = signingIn(() => reply(200, { access_token: 'a2', expires_in: 3599, scope: rights }), seen);
  const extra = { clientId: 'old', clientSecret: 'older' };
  const credentials = { accessToken: 'a1', refreshToken: 'r1', extra };
  const fresh = { accessToken: 'a2', refreshToken: 'r1', expiresAt: fakeNow + 3_599_000, extra };
  assert.deepEqual(await auth.refresh({ ...at, credentials }), fresh);
  assert.deepEqual(await auth.refresh({ ...at, client: null, credentials }), fresh);
  assert.deepEqual(
    seen.map((call) => call.form()),
    [
      { grant_type: 'refresh_token', refresh_token: 'r1', client_id: 'app', client_secret: 'hush' },
      { grant_type: 'refresh_token', refresh_token: 'r1', client_id: 'old', client_secret: 'older' },
    ],
  );
  await assert.rejects(auth.refresh({ ...at, credentials: { accessToken: 'a1' } }), {
    code: 'platform_auth',
  });
});

test('the login asks for lasting rights and gets them or nothing', async () => {
  assert.equal(connect.authorizeUrl(hosts), 'https://accounts.example/o/oauth2/v2/auth');
  assert.deepEqual(connect.params, { access_type: 'offline', prompt: 'consent' });
  const seen: Seen[] = [];
  const granted = { access_token: 'a', expires_in: 3599, refresh_token: 'r', scope: rights };
  const trade = (body: unknown) =>
    connect.exchange({
      ...signingIn(() => reply(200, body), seen),
      code: 'c',
      redirectUri: 'https://here.example/back',
      verifier: 'v',
    });
  assert.deepEqual(await trade(granted), {
    accessToken: 'a',
    refreshToken: 'r',
    expiresAt: fakeNow + 3_599_000,
  });
  assert.deepEqual(seen[0]?.form(), {
    grant_type: 'authorization_code',
    code: 'c',
    redirect_uri: 'https://here.example/back',
    client_id: 'app',
    client_secret: 'hush',
    code_verifier: 'v',
  });
  // On Google's page single rights can be unticked.
  await assert.rejects(trade({ ...granted, scope: `${prefix}youtube.readonly` }), {
    code: 'platform_permission',
    raw: `not granted: ${prefix}youtube.upload`,
  });
  await assert.rejects(trade({ ...granted, refresh_token: undefined }), { code: 'platform_permission' });
});

test('the channels of a login are found on every page', async () => {
  const credentials = { accessToken: 'a', refreshToken: 'r' };
  const at = signingIn(({ url }) =>
    url.searchParams.has('pageToken')
      ? reply(200, { items: [{ id: 'UC2', snippet: { title: 'Zwei' } }] })
      : reply(200, {
          items: [{ id: 'UC1', snippet: { title: 'Eins', customUrl: '@eins' } }],
          nextPageToken: 'n',
        }),
  );
  assert.deepEqual(await connect.discover({ ...at, credentials }), [
    { externalId: 'UC1', name: 'Eins', username: 'eins', credentials },
    { externalId: 'UC2', name: 'Zwei', username: null, credentials },
  ]);
  const none = signingIn(() => reply(200, { pageInfo: { totalResults: 0 } }));
  assert.deepEqual(await connect.discover({ ...none, credentials }), []);
});
