import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { z } from 'zod';

const privateJwk = z.object({
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  d: z.string(),
});

/** A key pair for ES256, as the private JWK in JSON: text, so that it can be sealed and stored like any secret. */
export function createSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return JSON.stringify(privateJwk.parse(privateKey.export({ format: 'jwk' })));
}

/** What everybody may know of the key. */
export function publicJwk(key: string): { kty: 'EC'; crv: 'P-256'; x: string; y: string } {
  const { d: _secret, ...open } = privateJwk.parse(JSON.parse(key));
  return open;
}

/** RFC 7638: the same key always has the same name. */
export function keyThumbprint(key: string): string {
  const { crv, kty, x, y } = publicJwk(key);
  return createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url');
}

export function signJwt(key: string, header: object, claims: object): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const signed = `${part({ alg: 'ES256', ...header })}.${part(claims)}`;
  const privateKey = createPrivateKey({ key: privateJwk.parse(JSON.parse(key)), format: 'jwk' });
  // JWS wants r and s side by side (RFC 7518, 3.4), not the DER that is the default.
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${signed}.${signature.toString('base64url')}`;
}
