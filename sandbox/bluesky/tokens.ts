import { createHmac, randomBytes } from 'node:crypto';
import { findAccount, findToken, putToken, randomWord } from '../accounts.ts';
import type { Call } from '../platform.ts';
import type { Account, Token } from '../store.ts';
import type { World } from '../world.ts';
import { refuse } from './answers.ts';
import { isDpop, requireDpopToken } from './oauth-tokens.ts';

export const bluesky = 'bluesky';
export const accessSeconds = 120 * 60;
export const refreshSeconds = 90 * 86_400;

export type TokenKind = 'access' | 'refresh' | 'service';

/** A token that reads like a JWT; whether it is good is asked of the store, as the signing key lives nowhere. */
export function issueToken(
  world: World,
  account: string,
  kind: TokenKind,
  expiresAt: number,
  data: Record<string, unknown> = {},
): string {
  const issuedAt = world.now();
  const scopes = { access: 'com.atproto.appPass', refresh: 'com.atproto.refresh', service: undefined };
  const typ = { access: 'at+jwt', refresh: 'refresh+jwt', service: 'JWT' };
  const token = toJwt(typ[kind], {
    scope: scopes[kind],
    ...(kind === 'service' ? { iss: account, ...data } : { sub: account, aud: serverDid(world) }),
    jti: randomWord(16),
    iat: Math.floor(issuedAt / 1000),
    exp: Math.floor(expiresAt / 1000),
  });
  putToken(world.store, { token, platform: bluesky, kind, account, issuedAt, expiresAt, data });
  return token;
}

export function issuePair(world: World, account: string, accessLifetime = accessSeconds) {
  return {
    accessJwt: issueToken(world, account, 'access', world.now() + accessLifetime * 1000),
    refreshJwt: issueToken(world, account, 'refresh', world.now() + refreshSeconds * 1000),
  };
}

/** The token of the call if it is of one of these kinds and not over; otherwise the server's own refusal. */
export function requireToken(call: Call, ...kinds: TokenKind[]): Token {
  if (call.bearer === null) return refuse(401, 'AuthMissing', 'Authentication Required');
  const token = findToken(call.world.store, bluesky, call.bearer);
  if (isDpop(call) && kinds.includes('access')) return requireDpopToken(call, token);
  if (token === null) return refuse(400, 'InvalidToken', 'Token could not be verified');
  if (!kinds.includes(token.kind as TokenKind)) return refuse(400, 'InvalidToken', 'Bad token scope');
  if (token.expiresAt <= call.world.now()) return refuse(400, 'ExpiredToken', 'Token has expired');
  return token;
}

export function requireAccount(call: Call): Account {
  const token = requireToken(call, 'access');
  return (
    findAccount(call.world.store, bluesky, token.account) ??
    refuse(403, 'AccountNotFound', 'Could not find account')
  );
}

/** The DID a client derives from the server's address: did:web of its host. */
export function serverDid(world: World): string {
  return `did:web:${new URL(world.home()).host.replace(':', '%3A')}`;
}

/** A port may be written plainly, escaped or left out: clients differ, the meaning does not. */
export function namesServer(world: World, did: unknown): boolean {
  const { host, hostname } = new URL(world.home());
  const name =
    String(did)
      .replace(/^did:web:/, '')
      .split('#')[0] ?? '';
  return [host, hostname].includes(name.replace(/%3A/i, ':'));
}

export function toJwt(typ: string, payload: Record<string, unknown>): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ typ, alg: 'HS256' })}.${part(payload)}`;
  return `${text}.${createHmac('sha256', randomBytes(32)).update(text).digest('base64url')}`;
}
