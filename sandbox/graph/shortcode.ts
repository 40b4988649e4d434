import { findPost } from '../posts.ts';
import type { Post } from '../store.ts';
import type { World } from '../world.ts';

/** Permalinks name a post by a code of its own, not by its id. */
export function findByShortcode(world: World, platform: string, code: string | undefined): Post | null {
  if (code === undefined) return null;
  const row = world.store.get(
    `SELECT id FROM posts WHERE platform = ? AND json_extract(data, '$.shortcode') = ?`,
    platform,
    code,
  );
  return row === undefined ? null : findPost(world.store, platform, String(row.id));
}
