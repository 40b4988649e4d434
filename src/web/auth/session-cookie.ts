import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Longer than any cookie of ours: not worth a look. */
const maxLength = 500;

/**
 * The token of a session cookie whose signature holds, else null. The form is better-auth's: token, dot, HMAC-SHA256
 * in base64, and the whole percent-encoded.
 */
export function readSessionToken(req: IncomingMessage, name: string, secret: string): string | null {
  const value = cookieValue(req.headers.cookie, name);
  if (value === null || value.length > maxLength) return null;
  const text = decoded(value);
  const dot = text.lastIndexOf('.');
  if (dot < 1) return null;
  const token = text.slice(0, dot);
  const given = Buffer.from(text.slice(dot + 1), 'base64');
  const right = createHmac('sha256', secret).update(token).digest();
  return given.length === right.length && timingSafeEqual(given, right) ? token : null;
}

function cookieValue(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const equals = part.indexOf('=');
    if (equals > 0 && part.slice(0, equals).trim() === name) return part.slice(equals + 1).trim();
  }
  return null;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    // Broken encoding: then the signature does not hold either.
    return value;
  }
}
