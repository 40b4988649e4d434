import { createHash, createPublicKey, verify } from 'node:crypto';

export interface Jwk {
  readonly kty?: unknown;
  readonly crv?: unknown;
  readonly x?: unknown;
  readonly y?: unknown;
  readonly d?: unknown;
  readonly kid?: unknown;
}

export interface Jwt {
  readonly header: Record<string, unknown>;
  readonly claims: Record<string, unknown>;
  /** True when that key signed it with ES256. */
  isSignedBy(key: Jwk): boolean;
}

/** Null for anything that is no signed token at all. */
export function readJwt(text: string): Jwt | null {
  const [head, body, signature, ...more] = text.split('.');
  if (!head || !body || !signature || more.length > 0) return null;
  const header = parse(head);
  const claims = parse(body);
  if (header === null || claims === null) return null;
  return {
    header,
    claims,
    isSignedBy(key) {
      if (header.alg !== 'ES256' || key.kty !== 'EC' || key.crv !== 'P-256' || key.d !== undefined)
        return false;
      try {
        const { kty, crv, x, y } = key as { kty: string; crv: string; x: string; y: string };
        const publicKey = createPublicKey({ key: { kty, crv, x, y }, format: 'jwk' });
        const sent = Buffer.from(signature, 'base64url');
        return verify(
          'sha256',
          Buffer.from(`${head}.${body}`),
          { key: publicKey, dsaEncoding: 'ieee-p1363' },
          sent,
        );
      } catch {
        return false; // No point on the curve, or no signature of the right length.
      }
    },
  };
}

/** RFC 7638. */
export function thumbprint({ crv, kty, x, y }: Jwk): string {
  return sha256(JSON.stringify({ crv, kty, x, y }));
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

function parse(part: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}
