import { mediaRejected } from './media-trouble.ts';

/** What a server says about which file this is. Null is what it does not say. */
export interface MediaIdentity {
  readonly etag: string | null;
  readonly lastModified: string | null;
  readonly size: number | null;
}

export function identityOf(response: Response, size: number | null): MediaIdentity {
  return {
    // Caches turn a strong tag into a weak one under way; it still names the same file.
    etag: response.headers.get('etag')?.replace(/^W\//, '') ?? null,
    lastModified: response.headers.get('last-modified'),
    size,
  };
}

/**
 * Holds every contact against the first one, so that no upload is sewn together from two files.
 * (Compared here instead of sent as If-Range, whose answers may leave out the very headers we compare.)
 */
export function createIdentityCheck(host: string): (seen: MediaIdentity) => void {
  let first: MediaIdentity | null = null;
  return (seen) => {
    const known: MediaIdentity = first ?? seen;
    for (const key of ['etag', 'lastModified', 'size'] as const) {
      if (known[key] !== null && seen[key] !== null && known[key] !== seen[key]) {
        throw mediaRejected('changed', host);
      }
    }
    first = {
      etag: known.etag ?? seen.etag,
      lastModified: known.lastModified ?? seen.lastModified,
      size: known.size ?? seen.size,
    };
  };
}
