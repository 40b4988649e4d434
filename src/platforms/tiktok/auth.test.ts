import assert from 'node:assert/strict';
import { test } from 'node:test';
import { callOver, fakeNow, type Network, reply, type Seen } from '../publishing.fake.ts';
import type { OAuthConnect } from '../signing-in.ts';
import { postIdIn } from './api.ts';
import { auth } from './auth.ts';
import { choices } from './choices.ts';
import { insights, nameLater } from './insights.ts';
import { bad, complete, creatorWith, good, hosts, POST_ID } from './server.fake.ts';
import { settings } from './settings.ts';

const client = { id: 'key', secret: 'secret' };
const fresh = { access_token: 'new', expires_in: 86_400, open_id: 'o1', scope: 'video.publish,video.list' };
const at = (network: Network, seen: Seen[] = []) => ({ call: callOver(network, seen), hosts, now: fakeNow });
const connect = auth.connect as OAuthConnect;

test('a refresh keeps the old refresh token when none comes', async () => {
  const seen: Seen[] = [];
  const old = { accessToken: 'old', refreshToken: 'r1', extra: { clientId: 'own', clientSecret: 's' } };
  const kept = await auth.refresh({ ...at(() => reply(200, fresh), seen), credentials: old });
  assert.deepEqual(kept, {
    accessToken: 'new',
    refreshToken: 'r1',
    expiresAt: fakeNow + 86_400_000,
    extra: { clientId: 'own', clientSecret: 's', openId: 'o1', scope: fresh.scope },
  });
  assert.equal(seen[0]?.url.href, 'https://api.example/v2/oauth/token/');
  assert.deepEqual(seen[0]?.form(), {
    client_key: 'own',
    client_secret: 's',
    grant_type: 'refresh_token',
    refresh_token: 'r1',
  });
  const rotated = () => reply(200, { ...fresh, refresh_token: 'r2' });
  const changed = await auth.refresh({ ...at(rotated, seen), client, credentials: old });
  assert.equal(changed.refreshToken, 'r2');
  assert.equal(seen[1]?.form().client_key, 'key');
});

test('a definite no under HTTP 200 ends the login, a disturbance does not', async () => {
  const credentials = { accessToken: 'old', refreshToken: 'r1' };
  const refused = at(() => reply(200, { error: 'invalid_grant', error_description: 'expired' }));
  await assert.rejects(auth.refresh({ ...refused, client, credentials }), { code: 'platform_auth' });
  await assert.rejects(auth.refresh({ ...at(() => bad(500, 'internal_error')), client, credentials }), {
    code: 'platform_unavailable',
  });
  await assert.rejects(auth.refresh({ ...refused, credentials }), { code: 'platform_auth' });
});

test('a code becomes a login and the login an account', async () => {
  const seen: Seen[] = [];
  const network: Network = ({ url }) =>
    url.pathname.includes('oauth')
      ? reply(200, { ...fresh, refresh_token: 'r1' })
      : good({ user: { open_id: 'o1', display_name: 'Anna' } });
  const begin = {
    ...at(network, seen),
    client,
    code: 'c*1!',
    redirectUri: 'https://me/back',
    verifier: null,
  };
  const credentials = await connect.exchange(begin);
  assert.deepEqual(seen[0]?.form(), {
    client_key: 'key',
    client_secret: 'secret',
    grant_type: 'authorization_code',
    code: 'c*1!',
    redirect_uri: 'https://me/back',
  });
  const found = await connect.discover({ ...at(network, seen), client, credentials });
  assert.deepEqual(found, [{ externalId: 'o1', name: 'Anna', username: null, credentials }]);
  // Not asked for: it would fail the whole call without its scope.
  assert.equal(seen[1]?.url.searchParams.get('fields'), 'open_id,display_name');
  const unticked = at(() => reply(200, { ...fresh, scope: 'user.info.basic' }));
  await assert.rejects(connect.exchange({ ...begin, ...unticked }), { code: 'platform_permission' });
  assert.equal(connect.authorizeUrl(hosts), 'https://web.example/v2/auth/authorize/');
});

test('ids keep all their digits', () => {
  assert.equal(postIdIn(`{"publicaly_available_post_id": [ ${POST_ID}]}`), POST_ID);
  assert.equal(postIdIn(`{"publicly_available_post_id":["${POST_ID}"]}`), POST_ID);
  assert.equal(postIdIn('{"publicaly_available_post_id":[]}'), null);
});

test('numbers of a post, also of one that has got its id since', async () => {
  const account = { externalId: 'o1', username: 'anna' };
  const seen: Seen[] = [];
  const counts = { id: POST_ID, like_count: 3, comment_count: 2, view_count: 90 };
  const network: Network = ({ url }) =>
    url.pathname.endsWith('/status/fetch/') ? complete() : good({ videos: [counts] });
  const reading = { ...at(network, seen), now: () => fakeNow, account, credentials: { accessToken: 'a' } };
  const expected = { likes: 3, comments: 2, reach: 90 };
  assert.deepEqual(await insights(reading, { id: POST_ID, url: null }), expected);
  assert.deepEqual(seen.at(-1)?.json(), { filters: { video_ids: [POST_ID] } });
  assert.deepEqual(await insights(reading, { id: 'publish:p1', url: null }), {});
  const named = (id: string) => nameLater(reading, { id, url: null });
  const atPage = (kind: string) => ({ id: POST_ID, url: `https://web.example/@anna/${kind}/${POST_ID}` });
  assert.deepEqual(await named('publish:v_pub_file~v2-1.1'), atPage('video'));
  assert.deepEqual(await named('publish:p_pub_url~v2-1.1'), atPage('photo'));
  assert.equal(await named(POST_ID), null);
  assert.deepEqual(await insights(reading, { id: '1', url: null }), {});
  const hidden = { ...reading, call: callOver(() => complete('')) };
  assert.equal(await nameLater(hidden, { id: 'publish:p1', url: null }), null);
  const offered = { ...reading, call: callOver(() => creatorWith(['SELF_ONLY', 'NEW_LEVEL'])) };
  assert.deepEqual(await choices(offered), {
    privacy_level: [
      { value: 'SELF_ONLY', label: 'Nur ich' },
      { value: 'NEW_LEVEL', label: 'NEW_LEVEL' },
    ],
  });
});

test('settings have defaults and refuse what TikTok would', () => {
  assert.equal(settings.parse({}).privacy_level, undefined);
  for (const wrong of [
    { privacy_level: 'PUBLIC' },
    { privacy_level: 'SELF_ONLY', brand_content_toggle: true },
    { title: 'x'.repeat(91) },
    { video_cover_timestamp_ms: -1 },
    { photo_cover_index: 35 },
    { unknown: 1 },
  ]) {
    assert.equal(settings.safeParse(wrong).success, false, JSON.stringify(wrong));
  }
});
