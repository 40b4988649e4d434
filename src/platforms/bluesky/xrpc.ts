import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import type { Call, CallAnswer, CallRequest, Hosts } from '../call.ts';
import type { MediaFacts } from '../publishing.ts';
import type { Credentials } from '../signing-in.ts';
import { blueskyError } from './errors.ts';
import { callWithProof } from './proof.ts';
import { reach } from './server-address.ts';

export const did = z.string().startsWith('did:');

export const blob = z.object({
  $type: z.literal('blob'),
  ref: z.object({ $link: z.string() }),
  mimeType: z.string(),
  size: z.number(),
});
export type Blob = z.infer<typeof blob>;

export function aspectRatio({ width, height }: MediaFacts) {
  return width && height ? { aspectRatio: { width, height } } : {};
}

/** The account's own server; where none is stored, the one everybody logs in at. */
export function pdsOf(hosts: Hosts, credentials: Credentials): string {
  return credentials.extra?.pds ?? String(hosts.pds);
}

export function xrpc(host: string, method: string, query: Record<string, string> = {}): string {
  const parameters = new URLSearchParams(query).toString();
  return `${host.replace(/\/$/, '')}/xrpc/${method}${parameters && `?${parameters}`}`;
}

export function bearer(token: string): { authorization: string } {
  return { authorization: `Bearer ${token}` };
}

interface Asking {
  readonly call: Call;
  readonly hosts: Hosts;
  readonly credentials: Credentials;
  now(): number;
}

type PdsRequest = Omit<CallRequest, 'url' | 'classify' | 'foreign'> & {
  readonly name: string;
  readonly query?: Record<string, string>;
};

/** Calls the account's own server, with the login it has: of an app password, or of OAuth with its proof. */
export function askPds(at: Asking, { name, query, ...rest }: PdsRequest): Promise<CallAnswer> {
  const { accessToken, extra } = at.credentials;
  const request = {
    ...rest,
    ...reach(at.hosts, xrpc(pdsOf(at.hosts, at.credentials), name, query)),
    classify: blueskyError,
  };
  const key = extra?.proofKey;
  if (key) return callWithProof({ call: at.call, key, accessToken, now: () => at.now() }, request);
  return at.call({ ...request, headers: { ...request.headers, ...bearer(accessToken) } });
}

export function isRefusal(error: unknown, ...reasons: string[]): error is PostboteError {
  return error instanceof PostboteError && reasons.includes(String(error.facts.reason));
}
