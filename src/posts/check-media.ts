import type { App } from '../context.ts';
import type { PostType } from '../contract/platform-ids.ts';
import { PostboteError, type Violation } from '../errors.ts';
import { ownFiles } from '../files/own-files.ts';
import { decideKind } from '../media/decide-kind.ts';
import { kindByExtension } from '../media/media-kind.ts';
import type { ReadyFile } from '../store/files.ts';

export interface CheckedMedia {
  type: PostType;
  media: { url: string; kind: 'image' | 'video'; alt: string }[];
  /** Those of the addresses that are files of our own. */
  files: ReadonlyMap<string, ReadyFile>;
}

/** Learns what each address holds, and from that the type of the post. */
export async function checkMedia(
  app: Pick<App, 'mediaFetch' | 'db'>,
  workspaceId: string,
  urls: readonly string[],
  coverUrl: string | undefined,
): Promise<CheckedMedia & { violations: Violation[] }> {
  const violations: Violation[] = [];
  const files = await ownFiles(app, workspaceId, coverUrl === undefined ? urls : [...urls, coverUrl]);
  const kind = async (url: string, field: string) => {
    const own = files.get(url);
    if (own) return own.kind;
    try {
      return await decideKind(app.mediaFetch, url);
    } catch (error) {
      if (!(error instanceof PostboteError)) throw error;
      violations.push({
        code: 'media_url_wrong',
        facts: { field, reason: String(error.facts.reason ?? error.code) },
      });
      // Its name still tells what was meant, so that no false reproach follows.
      return kindByExtension(url) ?? 'unknown';
    }
  };
  const [kinds, coverKind] = await Promise.all([
    Promise.all(urls.map((url, index) => kind(url, `media_urls[${index}]`))),
    coverUrl === undefined ? null : kind(coverUrl, 'cover_url'),
  ]);
  // Where nothing could be learned it counts as an image; publishing looks again.
  const media = urls.map((url, index) => ({
    url,
    kind: kinds[index] === 'video' ? ('video' as const) : ('image' as const),
    alt: '',
  }));
  const videos = media.filter((item) => item.kind === 'video').length;
  if (videos > 0 && media.length > 1) violations.push({ code: 'media_mixed' });
  const type: PostType =
    media.length === 0 ? 'text' : media.length > 1 ? 'carousel' : videos > 0 ? 'video' : 'image';
  if (coverUrl !== undefined && type !== 'video') violations.push({ code: 'cover_without_video' });
  if (coverKind === 'video') violations.push({ code: 'cover_not_image' });
  return { type, media, files, violations };
}
