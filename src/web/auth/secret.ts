import { hkdfSync } from 'node:crypto';
import type { Config } from '../../config.ts';

/** Signs cookies and seals second factors. Derived, so that one key is all an operator has to keep. */
export function authSecret(config: Pick<Config, 'encryptionKey'>): string {
  const bytes = hkdfSync('sha256', config.encryptionKey, '', 'postbote dashboard sessions', 32);
  return Buffer.from(bytes).toString('base64url');
}

export const isHttps = (config: Pick<Config, 'baseUrl'>) => config.baseUrl?.startsWith('https://') === true;

/**
 * `__Host-`: a browser takes such a cookie only over https, for the whole host and from no other host of the domain
 * (RFC 6265bis, 4.1.3.2). Plain http cannot have it.
 */
export const cookiePrefix = (config: Pick<Config, 'baseUrl'>) =>
  isHttps(config) ? '__Host-postbote' : 'postbote';
