import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import type { Credentials, Hosts, MediaFacts } from '../platform.ts';

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

export function isRefusal(error: unknown, ...reasons: string[]): error is PostboteError {
  return error instanceof PostboteError && reasons.includes(String(error.facts.reason));
}
