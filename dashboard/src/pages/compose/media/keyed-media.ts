import type { MediaItem } from '../../../../../src/contract/api/posts.ts';

/** Keys that move with their item; the same address may be there twice. */
export function keyedMedia(media: readonly MediaItem[]): { key: string; item: MediaItem; index: number }[] {
  const seen = new Map<string, number>();
  return media.map((item, index) => {
    const before = seen.get(item.url) ?? 0;
    seen.set(item.url, before + 1);
    return { key: `${before} ${item.url}`, item, index };
  });
}
