import { createHash } from 'node:crypto';
import { randomWord } from './accounts.ts';
import { findObject, putObject, removeObject } from './objects.ts';
import type { Call } from './platform.ts';
import type { Moment, World } from './world.ts';

/** What the consent page promised: who may trade the code, and how. */
export interface CodeGrant {
  readonly account: string;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
  /** PKCE S256; null when the client sent none. */
  readonly challenge: string | null;
  /** Google's `access_type` and `prompt`, which decide whether there is a refresh token. */
  readonly accessType?: string | null;
  readonly prompt?: string | null;
  /** Thumbprint of the key that must sign when the code is traded (RFC 9449, 10). */
  readonly proofKey?: string | null;
}

interface StoredGrant extends CodeGrant {
  readonly issued: Moment;
}

export function issueCode(world: World, platform: string, grant: CodeGrant): string {
  const code = randomWord(30);
  const stored: StoredGrant = { ...grant, issued: world.moment() };
  putObject(world.store, platform, 'oauth_code', grant.account, code, stored);
  return code;
}

/** A code works once, in its lifetime, for the client, address and verifier it was made for. Null: refuse. */
export function redeemCode(
  world: World,
  platform: string,
  at: { code: string; clientId: string; redirectUri: string; verifier?: string; lifetimeSeconds: number },
): CodeGrant | null {
  const found = findObject<StoredGrant>(world.store, platform, 'oauth_code', at.code);
  if (found === null) return null;
  removeObject(world.store, platform, 'oauth_code', found.account, at.code);
  const { clientId, redirectUri, challenge, issued } = found.data;
  if (clientId !== at.clientId || redirectUri !== at.redirectUri) return null;
  if (world.passed(issued, at.lifetimeSeconds)) return null;
  if (challenge !== null && challenge !== s256(at.verifier ?? '')) return null;
  return found.data;
}

const s256 = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

/** An app that proves itself by HTTP Basic; null where it does not try. */
export function basicClient(call: Call): { clientId: string; clientSecret: string } | null {
  const basic = /^Basic\s+(\S+)$/i.exec(call.request.headers.authorization ?? '')?.[1];
  if (basic === undefined) return null;
  const [clientId = '', ...rest] = Buffer.from(basic, 'base64').toString('utf8').split(':');
  return { clientId: decode(clientId), clientSecret: decode(rest.join(':')) };
}

/** RFC 6749 asks for form encoding inside Basic; most clients leave it out. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
