import type { Config } from '../config.ts';
import { isHttps } from './auth/secret.ts';

/**
 * For every page of the dashboard. No script but our own files: what gets into a page as text can never run. Mantine
 * sets style attributes, hence 'unsafe-inline' for styles alone. Pictures and clips are the users' own, wherever they
 * lie; `blob:` is a file that was just picked.
 */
export function pageHeaders(config: Pick<Config, 'baseUrl'>): Readonly<Record<string, string>> {
  const https = isHttps(config);
  const media = https ? "'self' data: blob: https:" : "'self' data: blob: https: http:";
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src ${media}`,
    `media-src ${media}`,
    "font-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  return {
    'Content-Security-Policy': policy.join('; '),
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    ...(https ? { 'Strict-Transport-Security': 'max-age=31536000' } : {}),
  };
}
