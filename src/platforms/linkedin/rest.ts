import type { ZodType } from 'zod';
import type { Call, CallAnswer, Hosts } from '../call.ts';
import { readAnswer } from '../http.ts';
import type { Credentials } from '../signing-in.ts';
import { linkedinError } from './errors.ts';

/** A version lives for a year; a retired one is refused with 426, and there is no default. */
export const API_VERSION = '202609';
export const API_ENDS_ON = '2027-09-15';

export interface RestAt {
  readonly call: Call;
  readonly hosts: Hosts;
  readonly credentials: Credentials;
}

export interface RestRequest {
  readonly json?: unknown;
  /** Rest.li's own word for what is done, where the method alone does not say it. */
  readonly method?: 'FINDER';
  readonly timeoutSeconds?: number;
}

export async function restGet<T>(
  at: RestAt,
  path: string,
  shape: ZodType<T>,
  more?: RestRequest,
): Promise<T> {
  return readAnswer(await rest(at, 'GET', path, more), shape);
}

export function restPost(at: RestAt, path: string, json: unknown, timeoutSeconds = 30): Promise<CallAnswer> {
  return rest(at, 'POST', path, { json, timeoutSeconds });
}

async function rest(
  at: RestAt,
  method: 'GET' | 'POST',
  path: string,
  { json, method: restliMethod, timeoutSeconds }: RestRequest = {},
): Promise<CallAnswer> {
  return await at.call({
    method,
    url: `${at.hosts.api}${path}`,
    headers: {
      ...bearer(at.credentials),
      'linkedin-version': API_VERSION,
      'x-restli-protocol-version': '2.0.0',
      ...(restliMethod && { 'x-restli-method': restliMethod }),
    },
    ...(json !== undefined && { json }),
    ...(timeoutSeconds !== undefined && { timeoutSeconds }),
    classify: classifyFor(at.credentials),
  });
}

/** Most logins have no refresh token, and then a dead token is final. */
export function classifyFor({ refreshToken }: Credentials) {
  return (answer: CallAnswer) => linkedinError(answer, refreshToken !== undefined);
}

export function bearer({ accessToken }: Credentials): { authorization: string } {
  return { authorization: `Bearer ${accessToken}` };
}

export const isPage = (urn: string): boolean => urn.startsWith('urn:li:organization:');

/** What the login was granted; null where it was not stored. */
export function scopesOf({ extra }: Credentials): ReadonlySet<string> | null {
  return extra?.scope === undefined ? null : new Set(extra.scope.split(/[ ,]+/).filter(Boolean));
}
