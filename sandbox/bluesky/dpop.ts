import { type Answer, type Call, Refusal } from '../platform.ts';
import type { World } from '../world.ts';
import { type Jwk, readJwt, sha256, thumbprint } from './jwt.ts';

/** A new nonce every minute; the one before and the one after count too. */
const nonceSeconds = 60;
const maxSkewSeconds = 190;
const maxRemembered = 50_000;

/** Proofs seen, so that none works twice. Forgotten when the sandbox ends: its nonces are then over soon anyway. */
const seen = new WeakMap<World, Set<string>>();

const nonceAt = (world: World, window: number) => sha256(`nonce ${world.home()} ${window}`).slice(0, 32);
const windowOf = (world: World) => Math.floor(world.now() / 1000 / nonceSeconds);

export const nonceHeaders = (world: World): Record<string, string> => ({
  'DPoP-Nonce': nonceAt(world, windowOf(world)),
});

/** How the two kinds of servers word their refusals (RFC 9449, 8 and 9). */
export type Wording = (error: string, description: string) => Answer;

/** The proof of this call as RFC 9449, 4.3 wants it checked. Answers with the thumbprint of its key. */
export function requireProof(call: Call, wording: Wording, accessToken: string | null): string {
  const { world, request } = call;
  const fail = (error: string, description: string): never => {
    throw new Refusal(wording(error, description));
  };
  const text = request.headers.dpop;
  if (typeof text !== 'string') return fail('invalid_dpop_proof', 'DPoP proof required');
  const jwt = readJwt(text);
  const key = (jwt?.header.jwk ?? {}) as Jwk;
  if (jwt?.header.typ !== 'dpop+jwt' || !jwt.isSignedBy(key)) {
    return fail('invalid_dpop_proof', 'Failed to verify DPoP proof');
  }
  const { jti, htm, htu, iat, nonce, ath } = jwt.claims;
  if (typeof jti !== 'string' || jti === '') fail('invalid_dpop_proof', 'DPoP "jti" missing');
  if (htm !== request.method) fail('invalid_dpop_proof', 'DPoP "htm" mismatch');
  const path = new URL(request.url ?? '/', 'http://sandbox.invalid').pathname;
  if (htu !== `${new URL(world.home()).origin}${path}`) fail('invalid_dpop_proof', 'DPoP "htu" mismatch');
  if (typeof iat !== 'number' || Math.abs(world.now() / 1000 - iat) > maxSkewSeconds) {
    fail('invalid_dpop_proof', 'Failed to verify DPoP proof: "iat" claim timestamp check failed');
  }
  const now = windowOf(world);
  if (![now - 1, now, now + 1].some((window) => nonce === nonceAt(world, window))) {
    fail(
      'use_dpop_nonce',
      nonce === undefined ? 'Authorization server requires nonce in DPoP proof' : 'DPoP "nonce" mismatch',
    );
  }
  if (ath !== (accessToken === null ? undefined : sha256(accessToken))) {
    fail('invalid_dpop_proof', 'DPoP "ath" mismatch');
  }
  const jkt = thumbprint(key);
  if (!isFirst(world, `${jkt} ${jti}`)) fail('invalid_dpop_proof', 'DPoP proof replayed');
  return jkt;
}

/** Remembers what must not come twice; false when it has come before. */
export function isFirst(world: World, name: string): boolean {
  const known = seen.get(world) ?? new Set<string>();
  seen.set(world, known);
  if (known.has(name)) return false;
  known.add(name);
  for (const oldest of known) {
    if (known.size <= maxRemembered) break;
    known.delete(oldest);
  }
  return true;
}
