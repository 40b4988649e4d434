import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { beginConnect } from '../../src/accounts/begin-connect.ts';
import { readPlatformApp } from '../../src/accounts/platform-app.ts';
import { refreshLogins } from '../../src/accounts/refresh-logins.ts';
import { bluesky } from '../../src/platforms/bluesky/index.ts';
import { createPlainCall } from '../../src/platforms/http.ts';
import type { Credentials } from '../../src/platforms/signing-in.ts';
import { openServer, type RealAccount, type RealServer } from './open-server.ts';
import { signIn } from './sign-in.ts';
import { type Service, startService } from './start-service.ts';
import { startVideoService } from './video-service.ts';

const publicAddress = 'https://postbote.internal';
let server: RealServer;
let video: Awaited<ReturnType<typeof startVideoService>>;
/** One on its own machine, one at a public address with a document and a key. */
let services: Record<'loopback' | 'document', Service>;

before(async () => {
  server = await openServer();
  video = await startVideoService(server.pds);
  const { pds, plc } = server;
  const hosts = { pds, plc, appview: pds, video: video.url };
  services = {
    loopback: await startService(hosts),
    document: await startService(hosts, { POSTBOTE_BASE_URL: publicAddress }),
  };
  await server.map(publicAddress, services.document.local);
});
after(async () => {
  for (const service of Object.values(services ?? {})) await service.close();
  await video?.close();
  await server?.close();
});

const known = new Map<string, RealAccount>();
const baseOf = (kind: 'loopback' | 'document') =>
  kind === 'document' ? publicAddress : services.loopback.local;
const begin = (kind: 'loopback' | 'document', typed: string) =>
  beginConnect(services[kind].app, services[kind].owner, {
    platform: 'bluesky',
    redirectUri: `${baseOf(kind)}/connect/bluesky/callback`,
    typed,
  });
/** The browser comes back to us. */
async function comeBack(kind: 'loopback' | 'document', back: string) {
  assert.ok(back.startsWith(`${baseOf(kind)}/connect/bluesky/callback?`), back);
  const answer = await fetch(back.replace(baseOf(kind), services[kind].local));
  return { status: answer.status, html: await answer.text() };
}
async function connect(kind: 'loopback' | 'document'): Promise<RealAccount> {
  const account = await server.createAccount();
  known.set(account.did, account);
  const { url } = await begin(kind, `@${account.handle}`);
  const { status, html } = await comeBack(kind, await signIn(url, account));
  assert.equal(status, 200, html);
  assert.ok(html.includes(account.handle), html);
  assert.equal(await services[kind].stateOf(account.did), 'active');
  return account;
}

for (const kind of ['loopback', 'document'] as const) {
  // keeps: bluesky.oauth
  test(`${kind}: connect, publish, renew, publish again, and once revoked ask for the owner`, async () => {
    const service = services[kind];
    const { did } = await connect(kind);
    const first = await service.login(did);
    assert.ok(first.extra?.proofKey, 'bound to a key');
    assert.equal(first.extra?.appPassword, undefined);
    const text = 'Mit OAuth #ok https://example.com';
    assert.equal((await service.publish(did, { content: text })).status, 'published');
    const media_urls = [service.sample('square.jpg')];
    assert.equal((await service.publish(did, { content: 'Bild', media_urls })).status, 'published');
    const film = await service.publish(did, { content: 'Film', media_urls: [service.sample('clip.mp4')] });
    assert.equal(film.status, 'published', JSON.stringify(film));
    assert.equal((await server.records(did)).length, 3);

    // Its time has come: whoever publishes and the one who keeps house reach for it at once, and one gets it.
    await service.storeLogin(did, first, true);
    await Promise.all([
      refreshLogins(service.app),
      service.publish(did, { content: 'Erneuert' }),
      refreshLogins(service.app),
    ]);
    const second = await service.login(did);
    assert.notEqual(second.refreshToken, first.refreshToken);
    assert.deepEqual(second.extra, first.extra);
    assert.equal((await service.publish(did, { content: 'Weiter' })).status, 'published');

    // A token that the server does not take (any more) is renewed on the way.
    await service.storeLogin(did, { ...second, accessToken: first.accessToken.replace(/.$/, 'x') });
    const cured = await service.publish(did, { content: 'Geheilt' });
    assert.equal(cured.status, 'published', JSON.stringify(cured));
    assert.equal((await server.records(did)).length, 6);

    const third = await service.login(did);
    assert.notEqual(third.refreshToken, second.refreshToken);
    await revoke(service, third);
    await renew(service, did, third);
    assert.equal(await service.stateOf(did), 'reconnect');

    // Connecting again brings it back.
    await again(kind, did);
    assert.equal(await service.stateOf(did), 'active');
    assert.equal(await service.leave(did), 'platform_auth', 'and leaving ends it');
    assert.equal(await service.stateOf(did), 'removed');
  });
}

/** As the owner would end it on the server's page. */
async function revoke({ app }: Service, credentials: Credentials): Promise<void> {
  const client = await readPlatformApp(app, 'bluesky', 'live');
  const at = { call: createPlainCall(fetch), hosts: { pds: server.pds }, now: app.clock.now(), client };
  await bluesky.auth.revocation?.revoke({ ...at, credentials });
}

/** Until it has come to a verdict: whoever holds the account for a moment is not disturbed. */
async function renew(service: Service, did: string, login: Credentials): Promise<void> {
  await service.storeLogin(did, login, true);
  for (let looks = 0; looks < 100; looks += 1) {
    await refreshLogins(service.app);
    const isRenewed = (await service.login(did)).refreshToken !== login.refreshToken;
    if (isRenewed || (await service.stateOf(did)) !== 'active') return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function again(kind: 'loopback' | 'document', did: string) {
  const account = known.get(did);
  assert.ok(account);
  const { url } = await begin(kind, did);
  const { status, html } = await comeBack(kind, await signIn(url, account));
  assert.equal(status, 200, html);
}

// keeps: bluesky.oauth
test('without a handle the server that most people use asks who one is', async () => {
  const account = await server.createAccount();
  const { url } = await begin('loopback', '');
  const { status } = await comeBack('loopback', await signIn(url, account));
  assert.equal(status, 200);
  assert.equal(await services.loopback.stateOf(account.did), 'active');
});

// keeps: bluesky.oauth
test('a refusal, a handle of nobody and a server that is none are told in words', async () => {
  const account = await server.createAccount();
  const { url } = await begin('loopback', account.handle);
  const { status, html } = await comeBack('loopback', await signIn(url, account, 'reject'));
  assert.equal(status, 400);
  assert.match(html, /access_denied/);
  for (const typed of ['nobody-at-all.test', 'no handle', 'did:plc:short', 'http://169.254.169.254']) {
    const code = await begin('loopback', typed).then(
      () => 'begun',
      (error) => error.code,
    );
    assert.match(code, /^(connect_refused|platform_rejected)$/, typed);
  }
});
