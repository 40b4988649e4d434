import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOver, fakeNow, type Network, reply, type Seen } from '../publishing.fake.ts';
import { auth } from './auth.ts';

const hosts = {
  oauth: 'https://oauth.example',
  accounts: 'https://accounts.example',
  information: 'https://information.example',
};
const now = fakeNow;
const client = { id: 'app', secret: 'secret' };
const connect = auth.connect?.by === 'oauth2' ? auth.connect : assert.fail();

test('a refresh keeps the refresh token, for Google sends none', async () => {
  const seen: Seen[] = [];
  const call = callOver(() => reply(200, { access_token: 'a2', expires_in: 3599 }), seen);
  const credentials = { accessToken: 'a1', refreshToken: 'r1', extra: { clientId: 'i', clientSecret: 's' } };
  assert.deepEqual(await auth.refresh({ call, hosts, credentials, now }), {
    ...credentials,
    accessToken: 'a2',
    expiresAt: now + 3_599_000,
  });
  const form = { grant_type: 'refresh_token', refresh_token: 'r1' };
  assert.deepEqual(seen[0]?.form(), { ...form, client_id: 'i', client_secret: 's' });
  await auth.refresh({ call, hosts, credentials, now, client });
  assert.deepEqual(seen[1]?.form(), { ...form, client_id: 'app', client_secret: 'secret' });
});

test('a code is traded with its verifier', async () => {
  const seen: Seen[] = [];
  const call = callOver(() => reply(200, { access_token: 'a', refresh_token: 'r', expires_in: 3599 }), seen);
  const redirectUri = 'https://app.example/callback';
  const at = { call, hosts, now, client, code: 'c', redirectUri, verifier: 'v' };
  assert.deepEqual(await connect.exchange(at), {
    accessToken: 'a',
    refreshToken: 'r',
    expiresAt: now + 3_599_000,
  });
  assert.equal(seen[0]?.form().code_verifier, 'v');
});

const discover = (network: Network) =>
  connect.discover({ call: callOver(network), hosts, now, client, credentials: { accessToken: 'a' } });

test('all locations of all accounts on all pages, each once', async () => {
  const location = (id: number, more = {}) => ({ name: `locations/${id}`, title: `Laden ${id}`, ...more });
  const answers: Record<string, unknown> = {
    'accounts.example/v1/accounts?': { accounts: [{ name: 'accounts/1' }], nextPageToken: 't' },
    'accounts.example/v1/accounts?t': { accounts: [{ name: 'accounts/2' }, { name: 'accounts/3' }] },
    'information.example/v1/accounts/1/locations?': {
      locations: [location(1, { storeCode: 'mitte' })],
      nextPageToken: 'u',
    },
    'information.example/v1/accounts/1/locations?u': {
      locations: [location(2, { storefrontAddress: { locality: 'Berlin' } })],
    },
    'information.example/v1/accounts/2/locations?': { locations: [location(2), location(3)] },
  };
  const found = await discover(({ url }) => {
    const body = answers[`${url.host}${url.pathname}?${url.searchParams.get('pageToken') ?? ''}`];
    return body ? reply(200, body) : reply(403, { error: { status: 'PERMISSION_DENIED' } });
  });
  assert.deepEqual(
    found.map(({ externalId, name, username }) => [externalId, name, username]),
    [
      ['accounts/1/locations/1', 'Laden 1', 'mitte'],
      ['accounts/1/locations/2', 'Laden 2', 'Berlin'],
      ['accounts/2/locations/3', 'Laden 3', null],
    ],
  );
});

test('a login without any location finds nothing, one without rights is told so', async () => {
  assert.deepEqual(await discover(() => reply(200, {})), []);
  const closed: Network = ({ url }) =>
    url.host === 'accounts.example'
      ? reply(200, { accounts: [{ name: 'accounts/1' }] })
      : reply(403, { error: { status: 'PERMISSION_DENIED' } });
  await assert.rejects(discover(closed), { code: 'platform_permission' });
});
