import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import type { SigningIn } from '../signing-in.ts';
import { blueskyError } from './errors.ts';
import { reach, withoutSlash } from './server-address.ts';
import { did as didShape, xrpc } from './xrpc.ts';

type At = Pick<SigningIn, 'call' | 'hosts'>;

/** Who somebody is, as their own document says it. */
export interface Identity {
  readonly did: string;
  readonly pds: string;
  /** Null when the document names none, or one that belongs to somebody else. */
  readonly handle: string | null;
}

const document = z.object({
  id: didShape,
  alsoKnownAs: z.array(z.string()).default([]),
  service: z.array(z.object({ id: z.string(), type: z.string().optional(), serviceEndpoint: z.unknown() })),
});

/** bsky.social is only the door; the document names the server the account lives on. */
export function pdsIn(didDocument: unknown): string | null {
  const parsed = document.partial({ id: true }).safeParse(didDocument);
  const service = parsed.data?.service.find(({ id }) => id.endsWith('#atproto_pds'));
  const endpoint = service?.serviceEndpoint;
  return typeof endpoint === 'string' && URL.canParse(endpoint) ? withoutSlash(endpoint) : null;
}

// https://atproto.com/specs/handle
const handleForm = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** Null: nobody has that name. The public view resolves handles of every server, so no foreign host is asked here. */
export async function resolveHandle(at: At, typed: string): Promise<string | null> {
  const handle = typed.toLowerCase();
  if (handle.length > 253 || !handleForm.test(handle)) return null;
  try {
    const answer = await at.call({
      method: 'GET',
      url: xrpc(String(at.hosts.appview), 'com.atproto.identity.resolveHandle', { handle }),
      classify: blueskyError,
    });
    return readAnswer(answer, z.object({ did: didShape })).did;
  } catch (error) {
    if (error instanceof PostboteError && error.code === 'platform_rejected') return null;
    throw error;
  }
}

export async function readIdentity(at: At, did: string): Promise<Identity> {
  const answer = await at.call({
    method: 'GET',
    ...reach(at.hosts, documentAddress(at, did)),
    classify: blueskyError,
  });
  const found = readAnswer(answer, document);
  const pds = pdsIn(found);
  if (found.id !== did || pds === null) throw unusable(`${did} names no server`);
  const handle = found.alsoKnownAs.find((name) => name.startsWith('at://'))?.slice('at://'.length) ?? null;
  // A document may claim any name; it counts only when the name leads back to the document.
  const isOwn = handle !== null && (await resolveHandle(at, handle)) === did;
  return { did, pds, handle: isOwn ? handle : null };
}

/** The two kinds of identity that the protocol blesses (https://atproto.com/specs/did). */
function documentAddress({ hosts }: At, did: string): string {
  if (/^did:plc:[a-z2-7]{24}$/.test(did)) return `${withoutSlash(String(hosts.plc))}/${did}`;
  const host = /^did:web:([a-z0-9.-]{1,253})$/i.exec(did)?.[1];
  if (host !== undefined) return `https://${host}/.well-known/did.json`;
  throw unusable(`${did.slice(0, 100)} is no identity of Bluesky`);
}

export function unusable(raw: string): PostboteError {
  return new PostboteError('connect_refused', { facts: { platform: 'bluesky' }, raw });
}
