import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, test } from 'node:test';
import { connectWithPassword } from '../../src/accounts/connect-with-password.ts';
import { PostboteError } from '../../src/errors.ts';
import { startMediaServer } from '../../test/media-server.ts';
import { openServer, type RealAccount, type RealServer } from './open-server.ts';
import { type Service, startService } from './start-service.ts';
import { startVideoService } from './video-service.ts';

let server: RealServer;
let video: Awaited<ReturnType<typeof startVideoService>>;
let service: Service;
let anna: RealAccount;

before(async () => {
  server = await openServer();
  video = await startVideoService(server.pds);
  const { pds, plc } = server;
  service = await startService({ pds, plc, appview: pds, video: video.url });
  anna = await connected();
});
after(async () => {
  await service?.close();
  await video?.close();
  await server?.close();
});

const fieldsOf = ({ handle, appPassword }: RealAccount) => ({ identifier: handle, appPassword });
async function connected(): Promise<RealAccount> {
  const account = await server.createAccount();
  const names = await connectWithPassword(service.app, service.owner, 'bluesky', fieldsOf(account));
  assert.deepEqual(names, [account.handle]);
  return account;
}
const newest = async (account: RealAccount) => (await server.records(account.did))[0]?.value;

// keeps: bluesky.real
test('text with link, hashtag and mention: the facets cover exactly their words, in bytes', async () => {
  const text = `Привет 👩‍👩‍👧‍👧 @${anna.handle}, смотри https://example.com/путь?x=1 (#Новости) 🎉 #ok_2026!`;
  const variant = await service.publish(anna.did, { content: text });
  assert.equal(variant.status, 'published', JSON.stringify(variant));
  const record = await newest(anna);
  assert.equal(record.text, text);
  const bytes = Buffer.from(text);
  const seen = record.facets.map((facet: { index: Record<string, number>; features: object[] }) => [
    bytes.subarray(facet.index.byteStart, facet.index.byteEnd).toString(),
    facet.features[0],
  ]);
  const kind = (name: string) => `app.bsky.richtext.facet#${name}`;
  assert.deepEqual(seen, [
    [`@${anna.handle}`, { $type: kind('mention'), did: anna.did }],
    ['https://example.com/путь?x=1', { $type: kind('link'), uri: 'https://example.com/путь?x=1' }],
    ['#Новости', { $type: kind('tag'), tag: 'Новости' }],
    ['#ok_2026', { $type: kind('tag'), tag: 'ok_2026' }],
  ]);
});

// keeps: bluesky.real
test('one image and four, each with its own description', async () => {
  const names = ['square.jpg', 'portrait.jpg', 'landscape.jpg', 'letter.png'];
  for (const chosen of [names.slice(0, 1), names]) {
    const media = chosen.map((name) => ({ url: service.sample(name), alt: `Bild ${name} – é` }));
    const post = { content: 'Bilder', media_urls: media.map(({ url }) => url) };
    const variant = await service.publish(
      anna.did,
      post,
      media.map(({ alt }) => alt),
    );
    assert.equal(variant.status, 'published', JSON.stringify(variant));
    const { embed } = await newest(anna);
    assert.equal(embed.$type, 'app.bsky.embed.images');
    assert.equal(embed.images.length, chosen.length);
    for (const [index, image] of embed.images.entries()) {
      const query = new URLSearchParams({ did: anna.did, cid: image.image.ref.$link });
      const stored = await fetch(`${server.pds}/xrpc/com.atproto.sync.getBlob?${query}`);
      const original = await fetch(String(media[index]?.url));
      assert.deepEqual(await stored.bytes(), await original.bytes(), 'the very file is there');
      assert.equal(image.alt, media[index]?.alt);
      assert.ok(image.aspectRatio.width > 0);
    }
  }
});

// keeps: bluesky.real
test('a film goes through the video service with a token that the server takes', async () => {
  const variant = await service.publish(anna.did, {
    content: 'Ein Film',
    media_urls: [service.sample('clip.mp4')],
  });
  assert.equal(variant.status, 'published', JSON.stringify(variant));
  const { embed } = await newest(anna);
  assert.deepEqual([embed.$type, embed.video.mimeType], ['app.bsky.embed.video', 'video/mp4']);
});

// keeps: bluesky.card
test('a post that links to a page carries its card, with the picture', async () => {
  const web = await startMediaServer();
  const picture = await (await fetch(service.sample('square.jpg'))).bytes();
  web.on('/og.jpg', (_, response) => response.writeHead(200, { 'content-type': 'image/jpeg' }).end(picture));
  const page = web.on('/page', (_, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(
        '<title>x</title><meta property="og:title" content="Titel"><meta property="og:image" content="/og.jpg">',
      ),
  );
  // A link needs a name with a dot; an address is one, too.
  const variant = await service.publish(anna.did, { content: `Lest das: ${page}` });
  assert.equal(variant.status, 'published', JSON.stringify(variant));
  const { embed } = await newest(anna);
  const { thumb, ...external } = embed.external;
  assert.deepEqual(external, { uri: page, title: 'Titel', description: '' });
  assert.deepEqual([thumb.mimeType, thumb.size], ['image/jpeg', picture.length]);
  await web.close();
});

/** The server's own kind of token, with another end: its secret is known here. */
function expired(token: string): string {
  const [head = '', body = ''] = token.split('.');
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString());
  const past = { ...claims, iat: claims.iat - 9999, exp: Math.floor(Date.now() / 1000) - 60 };
  const signed = `${head}.${Buffer.from(JSON.stringify(past)).toString('base64url')}`;
  return `${signed}.${createHmac('sha256', server.jwtSecret).update(signed).digest('base64url')}`;
}

// keeps: bluesky.real
test('an expired token is renewed on the way, a revoked app password asks for the owner', async () => {
  const account = await connected();
  const login = await service.login(account.did);
  await service.storeLogin(account.did, { ...login, accessToken: expired(login.accessToken) });
  assert.equal((await service.publish(account.did, { content: 'Trotzdem' })).status, 'published');
  assert.notEqual((await service.login(account.did)).refreshToken, login.refreshToken);

  await fetch(`${server.pds}/xrpc/com.atproto.server.revokeAppPassword`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'postbote' }),
  });
  const now = await service.login(account.did);
  await service.storeLogin(account.did, { ...now, accessToken: expired(now.accessToken) });
  await service.plan(account.did, { content: 'Wartet' });
  for (let looks = 0; looks < 1500 && (await service.stateOf(account.did)) === 'active'; looks += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  assert.equal(await service.stateOf(account.did), 'reconnect');
  assert.equal((await server.records(account.did)).length, 1, 'it waits for its owner');
});

// keeps: bluesky.real
test('a removed account leaves no session behind', async () => {
  const { did } = await connected();
  assert.equal(await service.leave(did), 'platform_auth');
  assert.equal(await service.stateOf(did), 'removed');
});

// keeps: bluesky.real
test('a deactivated account is told as such', async () => {
  const account = await connected();
  const answer = await fetch(`${server.pds}/xrpc/com.atproto.server.deactivateAccount`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  assert.equal(answer.status, 200);
  const variant = await service.publish(account.did, { content: 'Pause' });
  assert.deepEqual([variant.status, variant.error_code], ['failed', 'platform_account']);
});

// keeps: bluesky.real
test('too many logins are a limit with an end, not a wrong password', async () => {
  const account = await server.createAccount();
  const wrong = { ...fieldsOf(account), appPassword: 'aaaa-bbbb-cccc-dddd' };
  const codes: unknown[] = [];
  let limit: PostboteError | null = null;
  for (let tries = 0; tries < 40 && limit === null; tries += 1) {
    const error = await connectWithPassword(service.app, service.owner, 'bluesky', wrong).catch(
      (thrown) => thrown,
    );
    assert.ok(error instanceof PostboteError);
    codes.push(error.code);
    if (error.code === 'platform_rate_limited') limit = error;
  }
  assert.equal(codes[0], 'connect_refused');
  assert.equal(codes.at(-1), 'platform_rate_limited');
  assert.ok(Number(limit?.retryAfterSeconds) > 0);
});
