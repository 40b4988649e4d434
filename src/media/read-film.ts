import { mediaRejected } from './media-trouble.ts';

export interface Film {
  readonly width: number;
  readonly height: number;
  readonly durationMs: number | null;
}

const patienceMs = 30_000;

/** Size and length of a film by its own tables; the pictures themselves are not unpacked. */
export async function readFilm(
  bytes: number,
  read: (start: number, end: number) => Promise<Uint8Array>,
): Promise<Film> {
  // Loaded when the first film needs it.
  const { ALL_FORMATS, CustomSource, Input } = await import('mediabunny');
  const source = new CustomSource({
    getSize: () => bytes,
    read,
    maxCacheSize: 4 * 1024 * 1024,
    prefetchProfile: 'network',
    handleUnhandledError: () => undefined,
  });
  const input = new Input({ source, formats: ALL_FORMATS });
  const timer = new AbortController();
  try {
    return await Promise.race([describe(input), giveUp(timer.signal)]);
  } finally {
    timer.abort();
    input.dispose();
  }
}

async function describe(input: import('mediabunny').Input): Promise<Film> {
  const track = await input.getPrimaryVideoTrack().catch(() => null);
  if (!track) throw mediaRejected('broken_film');
  const [width, height] = [await track.getDisplayWidth(), await track.getDisplayHeight()];
  const seconds = await track.getDurationFromMetadata().catch(() => null);
  const known = seconds ?? (await input.computeDuration().catch(() => null));
  return { width, height, durationMs: known === null ? null : Math.round(known * 1000) };
}

function giveUp(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const timer = setTimeout(() => reject(mediaRejected('broken_film')), patienceMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });
}
