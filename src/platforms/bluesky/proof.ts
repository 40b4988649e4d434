import { createHash, randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { Call, CallAnswer, CallRequest } from '../call.ts';
import { errorByStatus } from '../http.ts';
import { publicJwk, signJwt } from '../signing-key.ts';

/** Who signs: a token that was stolen is worth nothing without the key. */
export interface Signer {
  readonly call: Call;
  readonly key: string;
  /** Absent at the authorization server, which gives the tokens out. */
  readonly accessToken?: string;
  now(): number;
}

const MAX_ORIGINS = 1000;
/** The last nonce of each server. Losing one costs a request that is refused; nothing depends on it. */
const nonces = new Map<string, string>();

/**
 * One call with a proof of possession (DPoP, RFC 9449). A server that wants a newer nonce in the proof refuses the request
 * before it looks at what it asks for, so sending it once more, with that nonce, repeats no effect. Nothing else is ever
 * repeated here: an answer that got lost stays lost.
 */
export async function callWithProof(signer: Signer, request: CallRequest): Promise<CallAnswer> {
  const first = await send(signer, request);
  if ('answer' in first) return first.answer;
  const second = await send(signer, request);
  if ('answer' in second) return second.answer;
  throw second.refused;
}

type Sent = { readonly answer: CallAnswer } | { readonly refused: Error };

async function send(signer: Signer, request: CallRequest): Promise<Sent> {
  const { origin } = new URL(request.url);
  const { accessToken } = signer;
  const wantsNonce: Error[] = [];
  try {
    const answer = await signer.call({
      ...request,
      headers: {
        ...request.headers,
        ...(accessToken !== undefined && { authorization: `DPoP ${accessToken}` }),
        dpop: proof(signer, request, nonces.get(origin)),
      },
      classify: (refusal) => {
        const error = (request.classify ?? errorByStatus)(refusal);
        learn(origin, refusal);
        if (isNonceWanted(refusal)) wantsNonce.push(error);
        return error;
      },
    });
    learn(origin, answer);
    return { answer };
  } catch (error) {
    const [refused] = wantsNonce;
    if (refused) return { refused };
    throw error;
  }
}

function proof({ key, accessToken, now }: Signer, { method, url }: CallRequest, nonce?: string): string {
  return signJwt(
    key,
    { typ: 'dpop+jwt', jwk: publicJwk(key) },
    {
      jti: randomUUID(),
      htm: method,
      // Without query and fragment (RFC 9449, 4.2).
      htu: url.replace(/[?#].*$/, ''),
      iat: Math.floor(now() / 1000),
      ...(nonce !== undefined && { nonce }),
      ...(accessToken !== undefined && { ath: createHash('sha256').update(accessToken).digest('base64url') }),
    },
  );
}

const refusal = z.object({ error: z.literal('use_dpop_nonce') });

/** The authorization server says it in a 400 (RFC 9449, 8), the one with the data in a 401 (RFC 9449, 9). */
function isNonceWanted({ status, headers, json }: CallAnswer): boolean {
  if (!headers.has('dpop-nonce')) return false;
  if (status === 400) return refusal.safeParse(json).success;
  return status === 401 && /\bDPoP\b.*error="use_dpop_nonce"/i.test(headers.get('www-authenticate') ?? '');
}

function learn(origin: string, { headers }: CallAnswer): void {
  const nonce = headers.get('dpop-nonce');
  if (nonce === null || nonce.length > 500) return;
  nonces.delete(origin);
  nonces.set(origin, nonce);
  if (nonces.size > MAX_ORIGINS) for (const oldest of nonces.keys()) return void nonces.delete(oldest);
}
