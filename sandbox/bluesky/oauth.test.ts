import assert from 'node:assert/strict';
import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { after, before, test } from 'node:test';
import { openTestSandbox, type Reply, type TestSandbox } from '../open-test-sandbox.ts';

/** Written from RFC 9449, 9126 and 7523: a client of its own, so that it can also do everything wrong. */
let box: TestSandbox;
let clock = Date.parse('2026-11-15T10:00:00Z');
let document: Record<string, unknown> = {};
const documentId = 'https://client.example/connect/client-metadata.json';

before(async () => {
  const fetch = async () =>
    new Response(JSON.stringify(document), { headers: { 'content-type': 'application/json' } });
  box = await openTestSandbox({ now: () => clock, clockSpeed: 0, fetch: fetch as typeof globalThis.fetch });
  await box.connect('bluesky', 'anna');
});
after(() => box.close());

const newKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' });
type Key = ReturnType<typeof newKey>;
const sha = (text: string) => createHash('sha256').update(text).digest('base64url');
function jwt(key: Key, header: object, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'ES256', ...header })}.${part(claims)}`;
  const signature = sign('sha256', Buffer.from(text), { key: key.privateKey, dsaEncoding: 'ieee-p1363' });
  return `${text}.${signature.toString('base64url')}`;
}
const proof = (key: Key, method: string, path: string, more: object = {}) =>
  jwt(
    key,
    { typ: 'dpop+jwt', jwk: key.publicKey.export({ format: 'jwk' }) },
    {
      jti: randomUUID(),
      htm: method,
      htu: `${box.url}/sandbox${path}`,
      iat: Math.floor(clock / 1000),
      ...more,
    },
  );
const nonceOf = (reply: Reply) => reply.headers.get('dpop-nonce') ?? '';

const back = 'http://127.0.0.1:9/connect/bluesky/callback';
const scope = 'atproto transition:generic';
const loopbackId = `http://localhost?${new URLSearchParams({ redirect_uri: back, scope })}`;
const verifier = 'v'.repeat(60);
const request = {
  client_id: loopbackId,
  response_type: 'code',
  redirect_uri: back,
  scope,
  state: 's',
  code_challenge: sha(verifier),
  code_challenge_method: 'S256',
};

/** Sends the form with a good proof; the nonce is asked for first. */
async function post(key: Key, path: string, form: Record<string, string>): Promise<Reply> {
  const asked = await box.call(path, { method: 'POST', form, headers: { dpop: proof(key, 'POST', path) } });
  assert.deepEqual([asked.status, asked.json.error], [400, 'use_dpop_nonce']);
  const dpop = proof(key, 'POST', path, { nonce: nonceOf(asked) });
  return box.call(path, { method: 'POST', form, headers: { dpop } });
}
const push = (key: Key, more: Record<string, string> = {}) =>
  post(key, '/bluesky/oauth/par', { ...request, ...more });
async function allow(requestUri: string, clientId = loopbackId): Promise<URLSearchParams> {
  const query = new URLSearchParams({ client_id: clientId, request_uri: requestUri });
  const page = await box.call(`/bluesky/oauth/authorize?${query}`);
  assert.match(page.json, /Sign in to Bluesky/);
  const form = { decision: 'allow', username: 'anna.sandbox.test' };
  const answer = await box.call(`/bluesky/oauth/authorize?${query}`, { method: 'POST', form });
  assert.equal(answer.status, 303);
  return new URL(answer.headers.get('location') ?? '').searchParams;
}
const trade = (key: Key, code: string, more: Record<string, string> = {}) =>
  post(key, '/bluesky/oauth/token', {
    client_id: loopbackId,
    grant_type: 'authorization_code',
    code,
    redirect_uri: back,
    code_verifier: verifier,
    ...more,
  });
const refresh = (key: Key, token: string) =>
  post(key, '/bluesky/oauth/token', {
    client_id: loopbackId,
    grant_type: 'refresh_token',
    refresh_token: token,
  });
async function login(key: Key) {
  const { json } = await push(key);
  const { json: tokens } = await trade(key, (await allow(json.request_uri)).get('code') ?? '');
  return tokens as { access_token: string; refresh_token: string; sub: string; token_type: string };
}
const getSession = '/bluesky/xrpc/com.atproto.server.getSession';
function read(key: Key, token: string, more: object = {}): Promise<Reply> {
  const dpop = proof(key, 'GET', getSession, { ath: sha(token), ...more });
  return box.call(getSession, { headers: { authorization: `DPoP ${token}`, dpop } });
}

test('the well-known documents lead from the account’s server to the one that gives out tokens', async () => {
  const resource = await box.call('/bluesky/.well-known/oauth-protected-resource');
  const [issuer] = resource.json.authorization_servers;
  assert.equal(issuer, `${box.url}/sandbox/bluesky`);
  const { json } = await box.call('/bluesky/.well-known/oauth-authorization-server');
  assert.deepEqual([json.issuer, json.require_pushed_authorization_requests], [issuer, true]);
  const { did } = (
    await box.call('/bluesky/xrpc/com.atproto.identity.resolveHandle?handle=anna.sandbox.test')
  ).json;
  const found = await box.call(`/bluesky-plc/${did}`);
  assert.deepEqual(
    [found.json.id, found.json.alsoKnownAs, found.json.service[0].serviceEndpoint],
    [did, ['at://anna.sandbox.test'], issuer],
  );
  assert.equal((await box.call('/bluesky-plc/did:plc:aaaaaaaaaaaaaaaaaaaaaaaa')).status, 404);
});

test('a login from request to token, and a call with it', async () => {
  const key = newKey();
  const pushed = await push(key);
  assert.deepEqual([pushed.status, pushed.json.expires_in], [201, 300]);
  const answer = await allow(pushed.json.request_uri);
  assert.deepEqual([answer.get('iss'), answer.get('state')], [`${box.url}/sandbox/bluesky`, 's']);
  const again = new URLSearchParams({ client_id: loopbackId, request_uri: pushed.json.request_uri });
  assert.equal((await box.call(`/bluesky/oauth/authorize?${again}`)).status, 400, 'a request works once');
  const { json: tokens } = await trade(key, answer.get('code') ?? '');
  assert.deepEqual([tokens.token_type, tokens.expires_in, tokens.scope], ['DPoP', 3600, scope]);
  const asked = await read(key, tokens.access_token);
  assert.deepEqual([asked.status, asked.json.error], [401, 'use_dpop_nonce']);
  assert.match(asked.headers.get('www-authenticate') ?? '', /DPoP .*error="use_dpop_nonce"/);
  const nonce = nonceOf(asked);
  const seen = await read(key, tokens.access_token, { nonce });
  assert.deepEqual([seen.status, seen.json.did], [200, tokens.sub]);
  assert.ok(nonceOf(seen), 'the nonce for the next call comes along');
});

test('a proof must fit its call in every part', async () => {
  const key = newKey();
  const { access_token: token } = await login(key);
  const nonce = nonceOf(await read(key, token));
  const cases: [object, string][] = [
    [{ htm: 'POST' }, 'invalid_dpop_proof'],
    [{ htu: `${box.url}/sandbox/bluesky/xrpc/other` }, 'invalid_dpop_proof'],
    [{ iat: Math.floor(clock / 1000) - 400 }, 'invalid_dpop_proof'],
    [{ ath: sha('another token') }, 'invalid_dpop_proof'],
    [{ jti: '' }, 'invalid_dpop_proof'],
    [{ nonce: 'made up' }, 'use_dpop_nonce'],
  ];
  for (const [wrong, error] of cases) {
    const answer = await read(key, token, { nonce, ...wrong });
    assert.deepEqual([answer.status, answer.json.error], [401, error], JSON.stringify(wrong));
  }
  const thief = await read(newKey(), token, { nonce });
  assert.deepEqual([thief.status, thief.json.error], [401, 'invalid_token'], 'another key');
  const dpop = proof(key, 'GET', getSession, { ath: sha(token), nonce });
  const headers = { authorization: `DPoP ${token}`, dpop };
  assert.equal((await box.call(getSession, { headers })).status, 200);
  assert.equal((await box.call(getSession, { headers })).json.error, 'invalid_dpop_proof', 'twice');
  assert.equal(
    (await box.call(getSession, { token })).json.error,
    'InvalidToken',
    'as if it were a bearer token',
  );
  clock += 3600_000;
  const late = await read(key, token, { nonce: nonceOf(await read(key, token)) });
  assert.deepEqual([late.status, late.json.error], [401, 'invalid_token']);
});

test('a code works once, with its verifier, its key and its address; a spent refresh token ends the session', async () => {
  const key = newKey();
  const code = async () => (await allow((await push(key)).json.request_uri)).get('code') ?? '';
  const refused = async (reply: Reply) =>
    assert.deepEqual([reply.status, reply.json.error], [400, 'invalid_grant']);
  await refused(await trade(key, await code(), { code_verifier: 'w'.repeat(60) }));
  await refused(await trade(newKey(), await code()));
  await refused(await trade(key, await code(), { redirect_uri: `${back}x` }));
  const once = await code();
  const first = (await trade(key, once)).json;
  await refused(await trade(key, once));
  await refused(await refresh(newKey(), first.refresh_token));
  const second = (await refresh(key, first.refresh_token)).json;
  assert.notEqual(second.refresh_token, first.refresh_token);
  await refused(await refresh(key, first.refresh_token));
  await refused(await refresh(key, second.refresh_token));
  const nonce = nonceOf(await read(key, second.access_token));
  assert.equal((await read(key, second.access_token, { nonce })).json.error, 'invalid_token');
});

test('a revoked session is over', async () => {
  const key = newKey();
  const tokens = await login(key);
  const form = { client_id: loopbackId, token: tokens.refresh_token };
  assert.equal((await box.call('/bluesky/oauth/revoke', { method: 'POST', form })).status, 200);
  assert.equal((await refresh(key, tokens.refresh_token)).json.error, 'invalid_grant');
});

test('requests that no server takes are refused', async () => {
  const key = newKey();
  const cases: [Record<string, string>, string][] = [
    [{ scope: 'transition:generic' }, 'invalid_scope'],
    [{ scope: 'atproto transition:email' }, 'invalid_scope'],
    [{ code_challenge_method: 'plain' }, 'invalid_request'],
    [{ state: '' }, 'invalid_request'],
    [{ response_type: 'token' }, 'unsupported_response_type'],
    [{ redirect_uri: 'http://127.0.0.1:9/elsewhere' }, 'invalid_request'],
    [{ client_id: 'http://localhost?redirect_uri=http%3A%2F%2Flocalhost%2Fx' }, 'invalid_client_metadata'],
    [{ client_id: 'nonsense' }, 'invalid_client_metadata'],
  ];
  for (const [wrong, error] of cases) {
    const answer = await push(key, wrong);
    assert.deepEqual([answer.status, answer.json.error], [400, error], JSON.stringify(wrong));
  }
});

test('a client with a document signs a letter of its own each time', async () => {
  const key = newKey();
  const own = newKey();
  const redirect = 'https://client.example/connect/callback';
  document = {
    client_id: documentId,
    scope,
    redirect_uris: [redirect],
    response_types: ['code'],
    grant_types: ['authorization_code', 'refresh_token'],
    dpop_bound_access_tokens: true,
    token_endpoint_auth_method: 'private_key_jwt',
    token_endpoint_auth_signing_alg: 'ES256',
    jwks: { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'k' }] },
  };
  const letter = (by: Key, more: object = {}) => ({
    client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
    client_assertion: jwt(
      by,
      { kid: 'k' },
      {
        iss: documentId,
        sub: documentId,
        aud: `${box.url}/sandbox/bluesky`,
        jti: randomUUID(),
        iat: Math.floor(clock / 1000),
        ...more,
      },
    ),
  });
  const asks = { client_id: documentId, redirect_uri: redirect };
  for (const wrong of [
    {},
    letter(newKey()),
    letter(own, { aud: 'https://other.example' }),
    letter(own, { iat: 1 }),
  ]) {
    assert.equal((await push(key, { ...asks, ...wrong })).json.error, 'invalid_client');
  }
  const pushed = await push(key, { ...asks, ...letter(own) });
  assert.equal(pushed.status, 201, JSON.stringify(pushed.json));
  const code = (await allow(pushed.json.request_uri, documentId)).get('code') ?? '';
  const { json } = await trade(key, code, { ...asks, ...letter(own) });
  assert.equal(json.token_type, 'DPoP');
  document = { ...document, dpop_bound_access_tokens: false };
  assert.equal((await push(key, { ...asks, ...letter(own) })).json.error, 'invalid_client_metadata');
});
