import { findAccount, findToken, putToken } from '../accounts.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import type { Account } from '../store.ts';
import type { World } from '../world.ts';
import { rateHeaders, refuse } from './answers.ts';
import { didDocument } from './identity.ts';
import {
  bluesky,
  issuePair,
  issueToken,
  namesServer,
  requireAccount,
  requireToken,
  serverDid,
} from './tokens.ts';

/** A spent refresh token keeps giving the same pair for this long: a lost answer costs nothing. */
const graceSeconds = 2 * 3600;
export const blobUploadLimit = 50_000_000;

export async function createSession(call: Call): Promise<Answer> {
  const { identifier, password } = await call.body();
  const { store } = call.world;
  const name = String(identifier ?? '')
    .replace(/^@/, '')
    .replace(/@sandbox\.invalid$/, '');
  const account = findAccount(store, bluesky, name);
  const known = findToken(store, bluesky, String(password ?? ''));
  if (account === null || known?.kind !== 'app_password' || known.account !== account.id) {
    return refuse(401, 'AuthenticationRequired', 'Invalid identifier or password');
  }
  const pair = store.transaction(() => issuePair(call.world, account.id));
  return ok({ ...pair, ...sessionOf(call.world, account) }, rateHeaders(call.world));
}

export function refreshSession(call: Call): Answer {
  const token = requireToken(call, 'refresh');
  const { store } = call.world;
  const account = findAccount(store, bluesky, token.account);
  if (account === null) return refuse(401, 'AuthenticationRequired', 'Could not find user info');
  const spent = token.data as { next?: { accessJwt: string; refreshJwt: string }; spentAt?: number };
  if (spent.spentAt !== undefined && spent.spentAt + graceSeconds * 1000 <= call.world.now()) {
    return refuse(400, 'ExpiredToken', 'Token has been revoked');
  }
  const next =
    spent.next ??
    store.transaction(() => {
      const pair = issuePair(call.world, account.id);
      putToken(store, { ...token, data: { next: pair, spentAt: call.world.now() } });
      return pair;
    });
  return ok({ ...next, ...sessionOf(call.world, account) }, rateHeaders(call.world));
}

export function deleteSession(call: Call): Answer {
  const token = requireToken(call, 'refresh');
  call.world.store.run('DELETE FROM tokens WHERE token = ?', token.token);
  return { status: 200 };
}

export function getSession(call: Call): Answer {
  return ok(sessionOf(call.world, requireAccount(call)), rateHeaders(call.world));
}

export function describeServer(call: Call): Answer {
  return ok({
    did: serverDid(call.world),
    availableUserDomains: ['.sandbox.test'],
    inviteCodeRequired: false,
    phoneVerificationRequired: false,
    blobUploadLimit,
    links: {},
    contact: {},
  });
}

export function resolveHandle(call: Call): Answer {
  const account = findAccount(call.world.store, bluesky, call.query.get('handle') ?? '');
  if (account === null) return refuse(400, 'InvalidRequest', 'Unable to resolve handle');
  return ok({ did: account.id }, rateHeaders(call.world));
}

export function getServiceAuth(call: Call): Answer {
  const account = requireAccount(call);
  const now = call.world.now();
  const aud = call.query.get('aud');
  const lxm = call.query.get('lxm') ?? undefined;
  if (aud === null || !aud.startsWith('did:')) {
    return refuse(400, 'InvalidRequest', 'Error: Params must have the property "aud"');
  }
  const expiresAt = call.query.has('exp') ? Number(call.query.get('exp')) * 1000 : now + 60_000;
  if (!Number.isInteger(expiresAt)) return refuse(400, 'InvalidRequest', 'exp must be an integer');
  if (expiresAt < now) return refuse(400, 'BadExpiration', 'expiration is in past');
  if (expiresAt - now > 3_600_000) {
    return refuse(
      400,
      'BadExpiration',
      'cannot request a token with an expiration more than an hour in the future',
    );
  }
  if (lxm === undefined && expiresAt - now > 60_000) {
    return refuse(
      400,
      'BadExpiration',
      'cannot request a method-less token with an expiration more than a minute in the future',
    );
  }
  return ok(
    { token: issueToken(call.world, account.id, 'service', expiresAt, { aud, lxm }) },
    rateHeaders(call.world),
  );
}

/** A service token bound to a method and to one of the servers that may accept it. */
export function requireServiceToken(call: Call, lxm: string, otherAudience?: string) {
  const token = requireToken(call, 'service');
  if (token.data.lxm !== lxm)
    return refuse(401, 'BadJwtLexiconMethod', `bad jwt lexicon method ("lxm"). must match: ${lxm}`);
  if (token.data.aud !== otherAudience && !namesServer(call.world, token.data.aud)) {
    return refuse(401, 'BadJwtAudience', 'jwt audience does not match service did');
  }
  return token;
}

function sessionOf(world: World, account: Account) {
  return {
    did: account.id,
    didDoc: didDocument(world, account),
    handle: account.username,
    email: `${account.username}@sandbox.invalid`,
    emailConfirmed: true,
    emailAuthFactor: false,
    active: true,
  };
}
