import type { Digest } from './request-body.ts';
import type { Store } from './store.ts';

/** Longer films leave only their measure behind. */
const maxFilmBytes = 24 * 1024 * 1024;
/** The feed shows the newest posts; what they no longer show makes room. */
const keptParts = 40;

/**
 * Keeps a film as it comes in, whole or in parts, so that the feed can play it. `position` orders the parts: a
 * byte's place or a part's number, as the platform counts. `total` is the length announced for all of them.
 */
export function keepFilm(
  store: Store,
  at: { platform: string; film: string; position?: number; total?: number },
  { bytes, size }: Pick<Digest, 'bytes' | 'size'>,
): void {
  const { platform, film, position = 0, total = size } = at;
  if (bytes === null || size === 0 || total > maxFilmBytes) return;
  store.transaction(() => {
    store.run('INSERT OR REPLACE INTO films VALUES (?, ?, ?, ?)', platform, film, position, bytes);
    store.run(`DELETE FROM films WHERE rowid <= (SELECT max(rowid) FROM films) - ?`, keptParts);
  });
}

/** The whole film; null when some of it was not kept. */
export function findFilm(store: Store, platform: string, film: string, size: number): Uint8Array | null {
  if (size > maxFilmBytes) return null;
  const parts = store
    .all('SELECT bytes FROM films WHERE platform = ? AND film = ? ORDER BY position', platform, film)
    .map(({ bytes }) => bytes as Uint8Array);
  const whole = Buffer.concat(parts);
  return whole.length === size ? whole : null;
}

/** Cheaper than finding it: are as many bytes there as it has? */
export function hasFilm(store: Store, platform: string, film: string, size: number): boolean {
  const row = store.get(
    'SELECT sum(length(bytes)) AS kept FROM films WHERE platform = ? AND film = ?',
    platform,
    film,
  );
  return Number(row?.kept ?? 0) === size;
}
