import { createHash } from 'node:crypto';
import { z } from 'zod';
import { type ErrorCode, PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { errorFrom, readAnswer } from '../http.ts';
import type { AppClient, Credentials, ServerConnect, SigningIn } from '../signing-in.ts';
import { createSigningKey } from '../signing-key.ts';
import {
  type AuthorizationServer,
  issuerAt,
  issuerOf,
  readAuthorizationServer,
} from './authorization-server.ts';
import { type Identity, readIdentity, resolveHandle, unusable } from './identity.ts';
import { clientDocument, identifyClient, ownClient, scope } from './oauth-client.ts';
import { callWithProof } from './proof.ts';
import { reach, withoutSlash } from './server-address.ts';
import { did as didShape } from './xrpc.ts';

type At = SigningIn & { readonly client: AppClient };

/** OAuth as the protocol has it: pushed requests, PKCE, proofs of possession, and a server found through the account. */
export const oauth: ServerConnect = {
  by: 'server',
  label: 'Handle (or the address of your server; empty: bsky.social)',
  ownClient,
  clientDocument,
  async begin({ typed, redirectUri, state, verifier, ...at }) {
    const { issuer, hint } = await findIssuer(at, typed.trim().replace(/^@/, ''));
    const server = await readAuthorizationServer(at, issuer);
    const key = createSigningKey();
    const answer = await post(at, server, server.pushed_authorization_request_endpoint, key, {
      response_type: 'code',
      response_mode: 'query',
      redirect_uri: redirectUri,
      scope,
      state,
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
      ...(hint !== null && { login_hint: hint }),
    });
    const { request_uri } = readAnswer(answer, z.object({ request_uri: z.string() }));
    const url = new URL(server.authorization_endpoint);
    url.searchParams.set('client_id', at.client.id);
    url.searchParams.set('request_uri', request_uri);
    return { url: String(url), kept: { issuer, key } };
  },
  async finish({ code, issuer, kept, redirectUri, verifier, ...at }) {
    // Names the server that answered: a code of one server is never shown to another (RFC 9207).
    if (issuer === null || withoutSlash(issuer) !== kept.issuer) throw unusable('another server answered');
    const server = await readAuthorizationServer(at, issuer);
    const key = String(kept.key);
    const answer = await post(at, server, server.token_endpoint, key, {
      grant_type: 'authorization_code',
      code,
      code_verifier: verifier,
      redirect_uri: redirectUri,
    });
    const granted = readAnswer(answer, tokens);
    if (!granted.scope.split(' ').includes('transition:generic')) throw unusable('posting was not allowed');
    const identity = await ownerOf(at, granted.sub, kept.issuer);
    const { did, pds, handle } = identity;
    const extra = { pds, issuer: kept.issuer, did, proofKey: key, clientId: at.client.id };
    const credentials = { ...toCredentials(granted, at.now), extra };
    return [{ externalId: did, name: handle ?? did, username: handle, credentials }];
  },
};

/** Refresh tokens work once; the account's lock sees to it that only one worker holds it. */
export async function refreshTokens(at: SigningIn & { credentials: Credentials }): Promise<Credentials> {
  const { client, refreshToken, issuer, proofKey } = sessionOf(at);
  const { extra = {} } = at.credentials;
  // Asked first: once the token is spent, nothing may stand between its answer and our disk.
  const server = await readAuthorizationServer(at, issuer);
  const answer = await post({ ...at, client }, server, server.token_endpoint, proofKey, {
    grant_type: 'refresh_token',
    refresh_token: refreshToken,
  });
  const granted = readAnswer(answer, tokens);
  if (granted.sub !== extra.did)
    throw new PostboteError('platform_auth', { raw: 'tokens of another account' });
  return { ...toCredentials(granted, at.now), extra };
}

/** With the refresh token its access tokens go, too (RFC 7009, 2.1). */
export async function revokeTokens(at: SigningIn & { credentials: Credentials }): Promise<void> {
  const { client, refreshToken, issuer, proofKey } = sessionOf(at);
  const server = await readAuthorizationServer(at, issuer);
  if (server.revocation_endpoint === undefined) throw unusable(`${issuer} has no way to end a session`);
  await post({ ...at, client }, server, server.revocation_endpoint, proofKey, {
    token: refreshToken,
    token_type_hint: 'refresh_token',
  });
}

/** What a stored session is shown with. */
function sessionOf({ client, credentials }: SigningIn & { credentials: Credentials }) {
  const { refreshToken, extra = {} } = credentials;
  const { issuer, proofKey, clientId } = extra;
  if (!refreshToken || !issuer || !proofKey || !clientId) throw new PostboteError('platform_auth');
  const keyed = !clientId.startsWith('http://localhost?');
  const secret = keyed ? (client?.secret ?? '') : '';
  return { client: { id: clientId, secret }, refreshToken, issuer, proofKey };
}

/** A handle or identity leads to its server; an address is one; nothing is the server that most people use. */
async function findIssuer(at: SigningIn, typed: string): Promise<{ issuer: string; hint: string | null }> {
  if (typed === '') return { issuer: await issuerAt(at, withoutSlash(String(at.hosts.pds))), hint: null };
  if (/^https?:\/\//i.test(typed)) return { issuer: await issuerAt(at, withoutSlash(typed)), hint: null };
  const did = typed.startsWith('did:') ? typed : await resolveHandle(at, typed);
  if (did === null) throw unusable(`nobody is called ${typed.slice(0, 100)}`);
  const { pds } = await readIdentity(at, did);
  return { issuer: await issuerOf(at, pds), hint: typed };
}

/** The identity itself must name the server that vouched for it; else any server could vouch for anybody. */
async function ownerOf(at: SigningIn, did: string, issuer: string): Promise<Identity> {
  const identity = await readIdentity(at, did);
  if ((await issuerOf(at, identity.pds)) === issuer) return identity;
  throw unusable(`${issuer} is not the server of ${did}`);
}

const tokens = z.object({
  access_token: z.string(),
  token_type: z.string().regex(/^DPoP$/i),
  refresh_token: z.string().optional(),
  expires_in: z.number().positive().optional(),
  scope: z.string(),
  sub: didShape,
});

function toCredentials(granted: z.infer<typeof tokens>, now: number): Credentials {
  const { access_token, refresh_token, expires_in } = granted;
  return {
    accessToken: access_token,
    ...(refresh_token !== undefined && { refreshToken: refresh_token }),
    ...(expires_in !== undefined && { expiresAt: now + expires_in * 1000 }),
  };
}

function post(
  at: At,
  server: AuthorizationServer,
  endpoint: string,
  key: string,
  form: Record<string, string>,
) {
  const signer = { call: at.call, key, now: () => at.now };
  return callWithProof(signer, {
    method: 'POST',
    ...reach(at.hosts, endpoint),
    form: { ...identifyClient(at.client, server, at.now), ...form },
    classify: grantError,
  });
}

/** RFC 6749, 5.2. `invalid_client` also means that our document could not be read just now, so it is no verdict. */
const codes: Readonly<Record<string, ErrorCode>> = {
  invalid_grant: 'platform_auth',
  invalid_client: 'platform_not_ready',
  invalid_client_metadata: 'platform_not_ready',
  use_dpop_nonce: 'platform_not_ready',
  temporarily_unavailable: 'platform_not_ready',
};

function grantError(answer: CallAnswer): PostboteError {
  const reason = z.object({ error: z.string() }).safeParse(answer.json).data?.error;
  const code = reason === undefined || answer.status >= 500 ? undefined : codes[reason];
  const facts = { platform: 'bluesky', ...(reason && { reason: reason.slice(0, 60) }) };
  return errorFrom(answer, code, { facts, refreshable: false });
}
