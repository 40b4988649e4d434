import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { fileUrl, tokenOf } from '../files/file-address.ts';
import { fileMedia } from '../files/file-media.ts';
import { fitMedia } from '../files/fit-media.ts';
import { ownFiles } from '../files/own-files.ts';
import { createMedia } from '../media/open-media.ts';
import { isReachable } from '../media/public-address.ts';
import type { Platform } from '../platforms/platform.ts';
import type { Media } from '../platforms/publishing.ts';
import type { ClaimedRow } from '../store/db.ts';
import { workspaceOfPost } from '../store/deliveries.ts';
import { findFiles, type ReadyFile } from '../store/files.ts';
import type { StepMemory } from './step.ts';

export interface MediaRow {
  readonly url: string;
  readonly kind: 'image' | 'video';
  readonly alt: string;
}

/**
 * The media of a delivery as its platform takes them: our own files are read where they lie, and a picture that would
 * be refused is replaced by one that fits. What was decided before the first step holds for every later run, so that
 * the same bytes go out and nobody is asked again for a file that may be gone by then.
 */
export async function postMedia(
  app: App,
  row: ClaimedRow,
  platform: Platform,
  step: StepMemory,
  rows: readonly MediaRow[],
): Promise<{ media: Media[]; cover: Media | null }> {
  const covered = row.cover_url !== null && platform.capabilities.cover;
  const items = covered ? [...rows, { url: row.cover_url, kind: 'image' as const, alt: '' }] : [...rows];
  if (items.length === 0) return { media: [], cover: null };
  const workspace = memo(() => workspaceOfPost(app.db, row.post_id));
  const urls = items.map(({ url }) => url);
  const own = urls.some((url) => tokenOf(url) !== null)
    ? await ownFiles(app, await workspace(), urls)
    : new Map<string, ReadyFile>();
  const asFile = (file: ReadyFile, { alt }: MediaRow): Media =>
    fileMedia(app, file, { alt, url: fileUrl(app, file, row.mode) });
  const sources = items.map((item): Media => {
    const file = own.get(item.url);
    return file
      ? asFile(file, item)
      : createMedia({ fetch: app.mediaFetch, ...item, maxBytes: cap(app, platform, item) });
  });

  const { image } = platform.limits;
  const decide = async (): Promise<(string | null)[]> => {
    const files = sources.map(async (source, index) => {
      if (source.kind !== 'image' || !image) return null;
      const use = { cover: index >= rows.length, alone: rows.length === 1 };
      const at = { workspaceId: await workspace(), postId: row.post_id, limits: image, use };
      return (await fitMedia(app, source, at))?.id ?? null;
    });
    return Promise.all(files);
  };
  let fitted: readonly (string | null)[] = [];
  if (step.knows('fitted')) fitted = await step.repeat('fitted', decide);
  else if (step.isNew()) {
    fitted = await decide();
    if (fitted.some((id) => id !== null)) await step.repeat('fitted', async () => fitted);
  }

  const made = new Map((await findFiles(app.db.query, present(fitted))).map((file) => [file.id, file]));
  const media = sources.map((source, index) => {
    const [item, id] = [items[index], fitted[index] ?? null];
    const file = id === null ? own.get(items[index]?.url ?? '') : made.get(id);
    if (!item) return source;
    // What is out already is followed to its end, whatever became of its files.
    if (id !== null && !file && !step.isOut()) throw gone();
    if (file && !step.isOut()) requireReachable(app, row, platform, file);
    return id !== null && file ? asFile(file, item) : source;
  });
  return { media: media.slice(0, rows.length), cover: covered ? (media.at(-1) ?? null) : null };
}

/** Whoever fetches by itself must find us: known beforehand, it is said in words instead of failing there. */
function requireReachable(app: App, row: ClaimedRow, platform: Platform, { kind }: ReadyFile): void {
  const address = app.address(row.mode);
  if (row.mode === 'test' || !platform.limits[kind]?.byAddress || isReachable(address)) return;
  throw new PostboteError('base_url_needed', { facts: { platform: platform.id, address } });
}

/** A picture may be larger than the platform takes, since it is made smaller; a film may not. */
function cap({ config }: App, { limits }: Platform, { kind }: MediaRow): number {
  const max = Math.max(limits.image?.maxBytes ?? 0, limits.video?.maxBytes ?? 0);
  return kind === 'image' ? Math.max(max, config.maxUpload.image) : max;
}

const gone = () => new PostboteError('media_rejected', { facts: { reason: 'file_gone' } });
const present = (ids: readonly (string | null)[]) => ids.filter((id) => id !== null);

function memo<T>(run: () => Promise<T>): () => Promise<T> {
  let once: Promise<T> | null = null;
  return () => {
    once ??= run();
    return once;
  };
}
