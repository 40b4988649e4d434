import { findToken, randomWord } from '../accounts.ts';
import { redeemCode } from '../oauth-codes.ts';
import { findObject, putObject, removeObject } from '../objects.ts';
import { type Answer, type Call, type Consent, ok, Refusal } from '../platform.ts';
import type { Moment, World } from '../world.ts';
import { requireProof } from './dpop.ts';
import { type Client, ClientProblem, findClient, isAssertedBy, isOwnRedirect } from './oauth-clients.ts';
import { endSession, issueGrant, type OAuthGrant } from './oauth-tokens.ts';
import { bluesky } from './tokens.ts';

const requestSeconds = 5 * 60;
const codeSeconds = 5 * 60;
const prefix = 'urn:ietf:params:oauth:request_uri:';

/** The sandbox's personal server gives out its tokens itself. */
export const issuerOf = (world: World): string => `${world.home()}/bluesky`;

function grantError(error: string, description: string): Answer {
  return { status: 400, body: { error, error_description: description } };
}

function refuse(error: string, description: string): never {
  throw new Refusal(grantError(error, description));
}

export function protectedResource(call: Call): Answer {
  const issuer = issuerOf(call.world);
  return ok({
    resource: issuer,
    authorization_servers: [issuer],
    scopes_supported: [],
    bearer_methods_supported: ['header'],
    resource_documentation: 'https://atproto.com',
  });
}

export function authorizationServer(call: Call): Answer {
  const issuer = issuerOf(call.world);
  return ok({
    issuer,
    scopes_supported: ['atproto', 'transition:email', 'transition:generic', 'transition:chat.bsky'],
    subject_types_supported: ['public'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/token`,
    token_endpoint_auth_methods_supported: ['none', 'private_key_jwt'],
    token_endpoint_auth_signing_alg_values_supported: ['ES256'],
    revocation_endpoint: `${issuer}/oauth/revoke`,
    pushed_authorization_request_endpoint: `${issuer}/oauth/par`,
    require_pushed_authorization_requests: true,
    dpop_signing_alg_values_supported: ['ES256'],
    client_id_metadata_document_supported: true,
  });
}

interface Pushed {
  readonly parameters: Record<string, string>;
  readonly issued: Moment;
}

/** The request is announced before the browser comes: it cannot be tampered with on its way (RFC 9126). */
export async function pushRequest(call: Call): Promise<Answer> {
  const jkt = requireProof(call, grantError, null);
  const fields = textFields(await call.body());
  const client = await requireClient(call, fields);
  if (fields.response_type !== 'code') refuse('unsupported_response_type', 'Unsupported response_type');
  if (!fields.state) refuse('invalid_request', 'Missing "state"');
  if (!fields.code_challenge || fields.code_challenge_method !== 'S256') {
    refuse('invalid_request', 'Use of PKCE is required');
  }
  const scopes = (fields.scope ?? '').split(' ');
  if (!scopes.includes('atproto')) refuse('invalid_scope', 'The "atproto" scope is required');
  const foreign = scopes.find((scope) => !client.scopes.includes(scope));
  if (foreign !== undefined)
    refuse('invalid_scope', `Scope "${foreign}" is not declared in the client metadata`);
  if (!isOwnRedirect(client, fields.redirect_uri ?? '')) refuse('invalid_request', 'Invalid redirect_uri');
  const id = randomWord(16);
  const pushed: Pushed = { parameters: { ...fields, dpop_jkt: jkt }, issued: call.world.moment() };
  putObject(call.world.store, bluesky, 'oauth_request', '', id, pushed);
  return { status: 201, body: { request_uri: `${prefix}req-${id}`, expires_in: requestSeconds } };
}

/** The page where a person allows it; what is asked for was pushed before. */
export const consent: Consent = {
  host: 'pds',
  path: '/oauth/authorize',
  clientIdName: 'client_id',
  pkce: true,
  readRequest(world, query) {
    const id = (query.get('request_uri') ?? '').replace(`${prefix}req-`, '');
    const found = findObject<Pushed>(world.store, bluesky, 'oauth_request', id);
    if (found === null) return 'Unknown request_uri';
    if (world.passed(found.data.issued, requestSeconds)) return 'This request has expired';
    if (found.data.parameters.client_id !== query.get('client_id')) {
      return 'This request was initiated for another client';
    }
    return new URLSearchParams(found.data.parameters);
  },
  closeRequest(world, query) {
    const id = (query.get('request_uri') ?? '').replace(`${prefix}req-`, '');
    removeObject(world.store, bluesky, 'oauth_request', '', id);
  },
  answerWith: (world) => ({ iss: issuerOf(world) }),
};

export async function token(call: Call): Promise<Answer> {
  const jkt = requireProof(call, grantError, null);
  const fields = textFields(await call.body());
  const client = await requireClient(call, fields);
  if (fields.grant_type === 'authorization_code') return tradeCode(call, client, fields, jkt);
  if (fields.grant_type === 'refresh_token') return rotate(call, client, fields, jkt);
  return refuse('unsupported_grant_type', `Grant type "${fields.grant_type}" not supported`);
}

function tradeCode(call: Call, client: Client, fields: Record<string, string>, jkt: string): Answer {
  const grant = redeemCode(call.world, bluesky, {
    code: fields.code ?? '',
    clientId: client.id,
    redirectUri: fields.redirect_uri ?? '',
    verifier: fields.code_verifier ?? '',
    lifetimeSeconds: codeSeconds,
  });
  if (grant === null) return refuse('invalid_grant', 'Invalid code');
  if (grant.proofKey !== jkt) refuse('invalid_grant', 'DPoP proof does not match the expected JKT');
  const { account, scope } = grant;
  return ok(issueGrant(call.world, { account, scope, jkt, clientId: client.id, session: randomWord(12) }));
}

function rotate(call: Call, client: Client, fields: Record<string, string>, jkt: string): Answer {
  const { store } = call.world;
  const old = findToken(store, bluesky, fields.refresh_token ?? '');
  if (old?.kind !== 'oauth_refresh') return refuse('invalid_grant', 'Invalid refresh token');
  const { spent, ...grant } = old.data as unknown as OAuthGrant & { spent?: boolean };
  if (grant.clientId !== client.id) refuse('invalid_grant', 'Token was not issued to this client');
  if (grant.jkt !== jkt) refuse('invalid_grant', 'DPoP proof does not match the expected JKT');
  if (spent) {
    // Somebody else has it, too: nobody keeps the session.
    endSession(call.world, grant.session);
    refuse('invalid_grant', 'Refresh token replayed');
  }
  if (old.expiresAt <= call.world.now()) refuse('invalid_grant', 'Refresh token expired');
  return ok(issueGrant(call.world, grant, old));
}

export async function revoke(call: Call): Promise<Answer> {
  const fields = textFields(await call.body());
  await requireClient(call, fields);
  const known = findToken(call.world.store, bluesky, fields.token ?? '');
  if (known !== null && typeof known.data.session === 'string') endSession(call.world, known.data.session);
  return ok({});
}

async function requireClient(call: Call, fields: Record<string, string>): Promise<Client> {
  try {
    const client = await findClient(call.world, fields.client_id ?? '');
    if (client.keys === null) return client;
    const { client_assertion, client_assertion_type } = fields;
    const isLetter = client_assertion_type === 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
    if (isLetter && isAssertedBy(call.world, client, issuerOf(call.world), client_assertion)) return client;
    return refuse('invalid_client', 'Failed to verify the client assertion');
  } catch (error) {
    if (error instanceof ClientProblem) return refuse('invalid_client_metadata', error.message);
    throw error;
  }
}

function textFields(body: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, String(value)]));
}
