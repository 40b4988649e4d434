import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOver, fakeNow, type Network, reply, type Seen } from '../publishing.fake.ts';
import type { Credentials, OAuthConnect } from '../signing-in.ts';
import { auth } from './auth.ts';
import { insights } from './insights.ts';

const hosts = { api: 'https://api.example', www: 'https://www.example' };
const client = { id: 'app', secret: 'hush' };
const connect = auth.connect as OAuthConnect;

const signingIn = (network: Network, seen: Seen[] = []) => ({
  call: callOver(network, seen),
  hosts,
  now: fakeNow,
  client,
});

test('without a refresh token a login is good until its end, and then over', async () => {
  const silent = signingIn(() => assert.fail('no call'));
  const credentials = { accessToken: 'a', expiresAt: fakeNow + 1 };
  assert.equal(await auth.refresh({ ...silent, credentials }), credentials);
  await assert.rejects(auth.refresh({ ...silent, credentials: { ...credentials, expiresAt: fakeNow } }), {
    code: 'platform_auth',
    refreshable: false,
  });
});

test('a refresh keeps the refresh token and takes the client from the operator or from the login', async () => {
  const seen: Seen[] = [];
  const at = signingIn(() => reply(200, { access_token: 'b', expires_in: 60 }), seen);
  const extra = { clientId: 'old', clientSecret: 'older', scope: 'x' };
  const credentials = { accessToken: 'a', refreshToken: 'r', extra };
  const fresh = await auth.refresh({ ...at, credentials });
  assert.deepEqual(fresh, { accessToken: 'b', refreshToken: 'r', expiresAt: fakeNow + 60_000, extra });
  await auth.refresh({ ...at, client: null, credentials });
  assert.deepEqual(
    seen.map((call) => call.form()),
    [
      { grant_type: 'refresh_token', refresh_token: 'r', client_id: 'app', client_secret: 'hush' },
      { grant_type: 'refresh_token', refresh_token: 'r', client_id: 'old', client_secret: 'older' },
    ],
  );
  const bare = { accessToken: 'a', refreshToken: 'r' };
  await assert.rejects(auth.refresh({ ...at, client: null, credentials: bare }), {
    code: 'platform_permission',
  });
});

test('the code is traded with the secret in the form; scopes come back with commas', async () => {
  const seen: Seen[] = [];
  const token = { access_token: 'a', expires_in: 5_184_000, scope: 'openid,profile w_member_social' };
  const at = { ...signingIn(() => reply(200, token), seen), code: 'c', redirectUri: 'https://me/cb' };
  assert.deepEqual(await connect.exchange({ ...at, verifier: null }), {
    accessToken: 'a',
    expiresAt: fakeNow + 5_184_000_000,
    extra: { scope: 'openid profile w_member_social' },
  });
  assert.equal(seen[0]?.url.href, 'https://www.example/oauth/v2/accessToken');
  assert.deepEqual(seen[0]?.form(), {
    grant_type: 'authorization_code',
    code: 'c',
    redirect_uri: 'https://me/cb',
    client_id: 'app',
    client_secret: 'hush',
  });
});

const denied = () => reply(403, { code: 'ACCESS_DENIED', serviceErrorCode: 100 });
const discover = (network: Network, credentials: Credentials) =>
  connect.discover({ ...signingIn(network), credentials });

test('discovery lists the member and the pages it may post for, all pages of the list', async () => {
  const acl = (id: number, role: string) => ({ organization: `urn:li:organization:${id}`, role });
  const first = Array.from({ length: 100 }, (_, id) => acl(id, id < 2 ? 'ADMINISTRATOR' : 'ANALYST'));
  const starts: (string | null)[] = [];
  const network: Network = ({ url }) => {
    if (url.pathname === '/v2/me') {
      const name = { localizedFirstName: 'Anna', localizedLastName: 'Post' };
      return reply(200, { id: 'x', vanityName: 'anna', ...name });
    }
    if (url.pathname === '/rest/organizationAcls') {
      starts.push(url.searchParams.get('start'));
      const target = { organizationTarget: 'urn:li:organization:500', role: 'CONTENT_ADMIN' };
      return reply(200, { elements: starts.length === 1 ? first : [target, acl(1, 'CONTENT_ADMIN')] });
    }
    if (url.pathname === '/rest/organizations/500') return denied();
    return reply(200, { localizedName: `Page ${url.pathname.split('/').at(-1)}`, vanityName: 'p' });
  };
  const credentials = { accessToken: 'a', extra: { scope: 'w_member_social w_organization_social' } };
  assert.deepEqual(
    (await discover(network, credentials)).map(({ externalId, name, username }) => [
      externalId,
      name,
      username,
    ]),
    [
      ['urn:li:person:x', 'Anna Post', 'anna'],
      ['urn:li:organization:0', 'Page 0', 'p'],
      ['urn:li:organization:1', 'Page 1', 'p'],
      ['urn:li:organization:500', 'LinkedIn 500', null],
    ],
  );
  assert.deepEqual(starts, ['0', '100']);
});

test('a self-serve app knows its member by OpenID, and no pages', async () => {
  const network: Network = ({ url }) =>
    url.pathname === '/v2/userinfo' ? reply(200, { sub: 'y', name: 'Bob' }) : denied();
  for (const extra of [{ scope: 'openid profile w_member_social' }, {}] as Record<string, string>[]) {
    const credentials = { accessToken: 'a', extra };
    const expected = { externalId: 'urn:li:person:y', name: 'Bob', username: null, credentials };
    assert.deepEqual(await discover(network, credentials), [expected]);
  }
});

test('numbers: a page’s in one call, a member’s one by one, none without the scope', async () => {
  const seen: Seen[] = [];
  const network: Network = ({ url }) =>
    url.pathname.startsWith('/rest/organizational')
      ? reply(200, {
          elements: [{ totalShareStatistics: { likeCount: 1, commentCount: 2, uniqueImpressionsCount: 4 } }],
        })
      : reply(200, { elements: [{ count: 7 }] });
  const read = (externalId: string, id: string, extra: Record<string, string> = {}) =>
    insights(
      {
        ...signingIn(network, seen),
        account: { externalId, username: null },
        credentials: { accessToken: 'a', extra },
        now: () => fakeNow,
      },
      { id, url: null },
    );
  assert.deepEqual(await read('urn:li:organization:7', 'urn:li:ugcPost:1'), {
    likes: 1,
    comments: 2,
    reach: 4,
  });
  assert.match(
    seen[0]?.url.search ?? '',
    /organizationalEntity=urn%3Ali%3Aorganization%3A7&ugcPosts=List\(urn%3Ali%3AugcPost%3A1\)$/,
  );
  seen.length = 0;
  const member = 'urn:li:person:x';
  assert.deepEqual(await read(member, 'urn:li:ugcPost:1'), { likes: 7, comments: 7, shares: 7, reach: 7 });
  assert.match(
    seen[3]?.url.search ?? '',
    /entity=\(ugc:urn%3Ali%3AugcPost%3A1\)&queryType=MEMBERS_REACHED&aggregation=TOTAL$/,
  );
  seen.length = 0;
  assert.deepEqual(await read(member, 'urn:li:share:1', { scope: 'w_member_social' }), {});
  assert.deepEqual(await read(member, 'unnamed:urn:li:person:x'), {});
  assert.equal(seen.length, 0);
});
