import type { Platform } from '../platforms/platform.ts';
import type { Credentials } from '../platforms/signing-in.ts';

/** When a login should be renewed: ahead of its end, but never at once for one that is short-lived anyway. */
export function refreshAt(
  platform: Platform | undefined,
  credentials: Credentials,
  now: number,
): number | null {
  const { expiresAt } = credentials;
  if (!platform || expiresAt === undefined || !isRenewed(platform, credentials)) return null;
  const ahead = expiresAt - platform.auth.refreshAheadSeconds * 1000;
  // Whole milliseconds: PostgreSQL refuses anything else, and with it the login that was just renewed.
  return Math.ceil(Math.max(ahead, now + Math.min(60_000, Math.max(0, expiresAt - now) / 2)));
}

/** When the login ends for good, so that its owner can be told ahead of time; null: it is renewed, or has no end. */
export function expiresAt(platform: Platform | undefined, credentials: Credentials): number | null {
  return platform && !isRenewed(platform, credentials) ? (credentials.expiresAt ?? null) : null;
}

const isRenewed = (platform: Platform, credentials: Credentials) =>
  platform.auth.renews?.(credentials) ?? true;
