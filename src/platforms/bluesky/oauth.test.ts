import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { test } from 'node:test';
import { callOver, fakeNow, type Network, reply, type Seen } from '../publishing.fake.ts';
import { createSigningKey, publicJwk } from '../signing-key.ts';
import { auth } from './auth.ts';
import { oauth } from './oauth.ts';
import { clientDocument, ownClient } from './oauth-client.ts';
import { callWithProof } from './proof.ts';

const did = 'did:plc:aaaaaaaaaaaaaaaaaaaaaaaa';
const other = 'did:plc:bbbbbbbbbbbbbbbbbbbbbbbb';
const hosts = {
  pds: 'https://door.test',
  appview: 'https://view.test',
  plc: 'https://plc.test',
  web: 'https://web.test',
};
const redirectUri = 'http://127.0.0.1:8377/connect/bluesky/callback';
const client = { id: ownClient(hosts, redirectUri)?.id ?? '', secret: '' };
const granted = {
  access_token: 'access',
  token_type: 'DPoP',
  refresh_token: 'refresh',
  expires_in: 3600,
  scope: 'atproto transition:generic',
  sub: did,
};

/** A small network of servers: each address answers from this table, or with 404. */
function network(more: Record<string, Network | unknown> = {}): Network {
  const pages: Record<string, Network | unknown> = {
    'https://view.test/xrpc/com.atproto.identity.resolveHandle': ({ url }: Seen) =>
      url.searchParams.get('handle') === 'anna.test'
        ? reply(200, { did })
        : reply(400, { error: 'InvalidRequest', message: 'Unable to resolve handle' }),
    [`https://plc.test/${did}`]: document(did, hosts.pds),
    [`https://plc.test/${other}`]: document(other, 'https://door.test/elsewhere'),
    'https://door.test/.well-known/oauth-protected-resource': { authorization_servers: [hosts.pds] },
    'https://door.test/elsewhere/.well-known/oauth-protected-resource': {
      authorization_servers: ['https://elsewhere.test'],
    },
    'https://door.test/.well-known/oauth-authorization-server': {
      issuer: hosts.pds,
      authorization_endpoint: `${hosts.pds}/oauth/authorize`,
      token_endpoint: `${hosts.pds}/oauth/token`,
      pushed_authorization_request_endpoint: `${hosts.pds}/oauth/par`,
    },
    'https://door.test/oauth/par': { request_uri: 'urn:x' },
    'https://door.test/oauth/token': granted,
    ...more,
  };
  return (request) => {
    const found = pages[`${request.url.origin}${request.url.pathname}`];
    if (found === undefined) return reply(404, { message: 'nothing here' });
    return typeof found === 'function' ? found(request) : reply(200, found);
  };
}
const document = (id: string, serviceEndpoint: string) => ({
  id,
  alsoKnownAs: ['at://anna.test'],
  service: [{ id: '#atproto_pds', type: 'AtprotoPersonalDataServer', serviceEndpoint }],
});
const begin = (typed: string, more = {}, seen: Seen[] = []) =>
  oauth.begin({
    call: callOver(network(more), seen),
    hosts,
    now: fakeNow,
    client,
    typed,
    redirectUri,
    state: 'state',
    verifier: 'verifier',
  });
const key = createSigningKey();
const finish = (more = {}, issuer: string | null = hosts.pds, seen: Seen[] = []) =>
  oauth.finish({
    call: callOver(network(more), seen),
    hosts,
    now: fakeNow,
    client,
    code: 'code',
    issuer,
    redirectUri,
    verifier: 'verifier',
    kept: { issuer: hosts.pds, key },
  });

test('a handle leads to its server, where the login is announced before the browser goes there', async () => {
  const seen: Seen[] = [];
  const { url, kept } = await begin('@anna.test', {}, seen);
  assert.equal(new URL(url).searchParams.get('request_uri'), 'urn:x');
  assert.equal(new URL(url).searchParams.get('client_id'), client.id);
  assert.equal(kept.issuer, hosts.pds);
  const form = seen.find(({ url: at }) => at.pathname === '/oauth/par')?.form() ?? {};
  assert.deepEqual(
    [form.login_hint, form.state, form.code_challenge_method, form.client_id],
    ['anna.test', 'state', 'S256', client.id],
  );
  for (const typed of ['', 'https://door.test/']) assert.equal((await begin(typed)).kept.issuer, hosts.pds);
});

// keeps: bluesky.guarded
test('what leads nowhere, into the dark or to somebody else is refused before anything is announced', async () => {
  const metadata = 'https://door.test/.well-known/oauth-authorization-server';
  const cases: [string, Record<string, unknown>, RegExp][] = [
    ['nobody.test', {}, /nobody is called/],
    ['no handle at all', {}, /nobody is called/],
    ['did:example:x', {}, /no identity of Bluesky/],
    ['http://127.0.0.1:5000', {}, /no https server/],
    ['anna.test', { [`https://plc.test/${did}`]: document(did, 'http://10.0.0.1') }, /no https server/],
    ['anna.test', { [`https://plc.test/${did}`]: document(did, 'file:///etc/passwd') }, /no https server/],
    ['anna.test', { [`https://plc.test/${did}`]: document(other, hosts.pds) }, /names no server/],
    // A server of the user's own is only asked where private networks are out of reach; here nothing guards.
    [
      'anna.test',
      { [`https://plc.test/${did}`]: document(did, 'https://own.test') },
      /no guarded connection/,
    ],
    ['did:web:own.test', {}, /no guarded connection/],
    [
      'anna.test',
      {
        'https://door.test/.well-known/oauth-protected-resource': {
          authorization_servers: ['http://10.0.0.1'],
        },
      },
      /no https server/,
    ],
    [
      'anna.test',
      { [metadata]: { ...(await metadataOf()), issuer: 'https://other.test' } },
      /another server/,
    ],
    [
      'anna.test',
      { [metadata]: { ...(await metadataOf()), authorization_endpoint: 'javascript:alert(1)' } },
      /no https server/,
    ],
  ];
  for (const [typed, more, words] of cases) {
    const seen: Seen[] = [];
    const error = await begin(typed, more, seen).then(
      () => null,
      (thrown) => thrown,
    );
    assert.match(String(error?.raw ?? error?.facts.transport), words, typed);
    assert.equal(error.outcome, 'refused');
    assert.deepEqual(
      seen.filter(({ url }) => url.pathname === '/oauth/par'),
      [],
    );
  }
});
const metadataOf = async () =>
  (
    await network()({ url: new URL('https://door.test/.well-known/oauth-authorization-server') } as Seen)
  ).json();

test('the login belongs to the account that the server may speak for, and to nobody else', async () => {
  const [account] = await finish();
  assert.deepEqual([account?.externalId, account?.username], [did, 'anna.test']);
  assert.equal(account?.credentials.expiresAt, fakeNow + 3600_000);
  assert.deepEqual(account?.credentials.extra, {
    pds: hosts.pds,
    issuer: hosts.pds,
    did,
    proofKey: key,
    clientId: client.id,
  });
  const token = 'https://door.test/oauth/token';
  const refused: [Record<string, unknown>, string | null][] = [
    [{}, null],
    [{}, 'https://other.test'],
    [{ [token]: { ...granted, sub: other } }, hosts.pds],
    [{ [token]: { ...granted, scope: 'atproto' } }, hosts.pds],
  ];
  for (const [more, issuer] of refused)
    await assert.rejects(finish(more, issuer), { code: 'connect_refused' });
  await assert.rejects(finish({ [token]: { ...granted, token_type: 'Bearer' } }), {
    code: 'platform_unavailable',
  });
  const stranger = { 'https://view.test/xrpc/com.atproto.identity.resolveHandle': { did: other } };
  assert.deepEqual([(await finish(stranger))[0]?.username, (await finish(stranger))[0]?.name], [null, did]);
});

// keeps: bluesky.oauth
test('renewal: a definite no asks for the owner, anything else is tried again', async () => {
  const token = 'https://door.test/oauth/token';
  const extra = { pds: hosts.pds, issuer: hosts.pds, did, proofKey: key, clientId: client.id };
  const credentials = { accessToken: 'old', refreshToken: 'spent', extra };
  const refresh = (answer: Network | unknown, more = {}) =>
    auth.refresh({ call: callOver(network({ [token]: answer, ...more })), hosts, credentials, now: fakeNow });
  const fresh = await refresh(granted);
  assert.deepEqual([fresh.accessToken, fresh.refreshToken, fresh.extra], ['access', 'refresh', extra]);
  const says = (status: number, error: string) => () => reply(status, { error });
  await assert.rejects(refresh(says(400, 'invalid_grant')), { code: 'platform_auth', refreshable: false });
  await assert.rejects(refresh({ ...granted, sub: other }), { code: 'platform_auth' });
  for (const [answer, code] of [
    [says(400, 'invalid_client_metadata'), 'platform_not_ready'],
    [says(503, 'invalid_grant'), 'platform_unavailable'],
    [says(429, 'RateLimitExceeded'), 'platform_rate_limited'],
  ] as const) {
    await assert.rejects(refresh(answer), { code });
  }
  // Nothing is spent when the server cannot even say where its endpoint is.
  const seen: Seen[] = [];
  const lost = { 'https://door.test/.well-known/oauth-authorization-server': () => reply(500, {}) };
  const call = callOver(network(lost), seen);
  await assert.rejects(auth.refresh({ call, hosts, credentials, now: fakeNow }), {
    code: 'platform_unavailable',
  });
  assert.equal(seen.length, 1);
});

/** Reads a proof as a server does. */
function opened(seen: Seen | undefined) {
  const [head = '', body = '', signature = ''] = (seen?.headers.get('dpop') ?? '').split('.');
  const parse = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
  const publicKey = createPublicKey({ key: publicJwk(key), format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${body}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  return { ...parse(body), jwk: parse(head).jwk, isSigned };
}

// keeps: bluesky.oauth
test('a request goes out once more only when its nonce was refused, and never a third time', async () => {
  const nonceWanted = (nonce: string) =>
    reply(
      401,
      { error: 'use_dpop_nonce' },
      { 'dpop-nonce': nonce, 'www-authenticate': 'DPoP error="use_dpop_nonce"' },
    );
  let host = 0;
  const run = async (answers: (() => Response)[]) => {
    const seen: Seen[] = [];
    host += 1;
    const url = `https://nonce${host}.test/xrpc/x?query=1`;
    const call = callOver(() => (answers[seen.length - 1] ?? (() => reply(200, {})))(), seen);
    const signer = { call, key, accessToken: 'token', now: () => fakeNow };
    const end = await callWithProof(signer, { method: 'POST', url, json: { a: 1 } }).then(
      ({ status }) => String(status),
      (error) => error.code,
    );
    return { end, seen };
  };
  const cured = await run([() => nonceWanted('n1')]);
  assert.deepEqual([cured.end, cured.seen.length], ['200', 2]);
  const [first, second] = cured.seen.map(opened);
  assert.deepEqual(
    [first.nonce, second.nonce, first.isSigned, second.isSigned],
    [undefined, 'n1', true, true],
  );
  assert.notEqual(first.jti, second.jti);
  assert.deepEqual(
    [second.htm, second.htu, second.iat, second.jwk.d],
    ['POST', `https://nonce${host}.test/xrpc/x`, fakeNow / 1000, undefined],
  );
  assert.equal(cured.seen[1]?.body, cured.seen[0]?.body);
  assert.deepEqual(
    (await run([() => nonceWanted('n1'), () => nonceWanted('n2')])).seen.length,
    2,
    'a server that is never content is not asked for ever',
  );
  const lost = () => {
    throw new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) });
  };
  for (const [answer, code] of [
    [lost, 'platform_unavailable'],
    [() => reply(500, { error: 'use_dpop_nonce' }, { 'dpop-nonce': 'n' }), 'platform_unavailable'],
    [() => reply(401, { error: 'invalid_token' }, { 'dpop-nonce': 'n' }), 'platform_auth'],
    [() => reply(401, { error: 'use_dpop_nonce' }), 'platform_auth'],
  ] as const) {
    const { end, seen } = await run([answer]);
    assert.deepEqual([end, seen.length], [code, 1]);
  }
  const lostLater = await run([() => nonceWanted('n1'), lost]);
  assert.deepEqual([lostLater.end, lostLater.seen.length], ['platform_unavailable', 2]);
});

test('who we are depends on where we can be reached', () => {
  const at = (base: string, of = hosts) => ownClient(of, `${base}/connect/bluesky/callback`);
  assert.equal(at('http://192.168.1.5:8377'), null);
  assert.equal(at('https://192.0.2.7'), null);
  const loopback = at('http://localhost:8377');
  assert.equal(loopback?.redirectUri, 'http://127.0.0.1:8377/connect/bluesky/callback');
  assert.match(loopback?.id ?? '', /^http:\/\/localhost\?redirect_uri=http%3A%2F%2F127\.0\.0\.1%3A8377%2F/);
  assert.equal(loopback?.keyed, false);
  const known = at('https://postbote.example');
  assert.deepEqual(
    [known?.id, known?.keyed],
    ['https://postbote.example/connect/bluesky/client-metadata.json', true],
  );
  assert.equal(
    at('http://192.168.1.5:8377', { ...hosts, pds: 'http://127.0.0.1/sandbox/bluesky' })?.keyed,
    true,
  );
  const text = JSON.stringify(clientDocument('https://a.example/c', 'https://a.example/r', [key]));
  assert.ok(!text.includes(JSON.parse(key).d), 'the private half stays here');
});
