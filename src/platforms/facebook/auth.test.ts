import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOver, fakeNow, type Network, reply, type Seen } from '../publishing.fake.ts';
import { auth } from './auth.ts';

const hosts = { graph: 'https://graph.example', web: 'https://web.example' };
const client = { id: 'app', secret: 'app-secret' };
const connect = auth.connect?.by === 'oauth2' ? auth.connect : assert.fail();
const over = (network: Network, seen: Seen[] = []) => ({
  call: callOver(network, seen),
  hosts,
  client,
  now: fakeNow,
});

test('the code becomes a long-lived login at once', async () => {
  const seen: Seen[] = [];
  const at = over(({ url }) => {
    const isExchange = url.searchParams.get('grant_type') === 'fb_exchange_token';
    return reply(200, {
      access_token: isExchange ? 'long' : 'short',
      expires_in: isExchange ? 5_184_000 : 7200,
    });
  }, seen);
  const redirectUri = 'https://us.example/callback';
  assert.deepEqual(await connect.exchange({ ...at, code: 'c', redirectUri, verifier: null }), {
    accessToken: 'long',
    expiresAt: fakeNow + 5_184_000_000,
    extra: { clientId: 'app' },
  });
  const [first, second] = seen.map(({ url }) => Object.fromEntries(url.searchParams));
  assert.deepEqual(first, {
    client_id: 'app',
    client_secret: 'app-secret',
    redirect_uri: redirectUri,
    code: 'c',
  });
  assert.equal(second?.fb_exchange_token, 'short');
  assert.equal(connect.authorizeUrl(hosts), 'https://web.example/v26.0/dialog/oauth');
  await assert.rejects(connect.exchange({ ...at, client: null, code: 'c', redirectUri, verifier: null }), {
    code: 'setting_missing',
  });
});

test('Pages are found on every page of the list and through businesses, if they may be posted to', async () => {
  const page = (id: string, tasks?: string[]) => ({
    id,
    name: `Page ${id}`,
    access_token: `token-${id}`,
    tasks,
  });
  const may = ['CREATE_CONTENT'];
  const at = over(({ url }) => {
    const path = url.pathname.replace('/v26.0/', '');
    if (path === 'me/accounts' && url.searchParams.get('after') === null) {
      const paging = { next: 'more', cursors: { after: 'x' } };
      return reply(200, { data: [{ ...page('1', may), username: 'one' }, page('2', ['ANALYZE'])], paging });
    }
    if (path === 'me/accounts') return reply(200, { data: [page('3'), { id: '4', name: 'no token' }] });
    if (path === 'me/businesses') return reply(200, { data: [{ id: 'b' }] });
    if (path === 'b/owned_pages') return reply(200, { data: [page('1', may), page('5', may)] });
    return reply(403, { error: { code: 200, message: 'no' } });
  });
  const credentials = { accessToken: 'long', extra: { clientId: 'app' } };
  const found = await connect.discover({ ...at, credentials });
  assert.deepEqual(
    found.map(({ externalId, username }) => [externalId, username]),
    [
      ['1', 'one'],
      ['3', null],
      ['5', null],
    ],
  );
  assert.deepEqual(found[0]?.credentials, { accessToken: 'token-1', extra: { clientId: 'app' } });
});

test('whoever did not grant the way through businesses still has the own Pages', async () => {
  const at = over(({ url }) =>
    url.pathname.endsWith('/accounts')
      ? reply(200, { data: [{ id: '1', name: 'One', access_token: 't' }] })
      : reply(400, { error: { code: 100, message: 'Missing permission' } }),
  );
  assert.equal((await connect.discover({ ...at, credentials: { accessToken: 'long' } })).length, 1);
});

test('a Page token cannot be renewed, only found dead', async () => {
  const credentials = { accessToken: 'page' };
  const alive = over(() => reply(200, { id: '1' }));
  assert.equal(await auth.refresh({ ...alive, credentials }), credentials);
  const dead = over(() => reply(400, { error: { code: 190, error_subcode: 460, message: 'changed' } }));
  await assert.rejects(auth.refresh({ ...dead, credentials }), { code: 'platform_auth', refreshable: false });
});
