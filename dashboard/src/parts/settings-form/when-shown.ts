import type { PostType } from '../../../../src/contract/platform-ids.ts';

interface When {
  /** Only for these types of post. */
  readonly types?: readonly PostType[];
  /** Only while that field has one of these values. */
  readonly field?: string;
  /** Left out: any value. */
  readonly is?: readonly unknown[];
}

const video: When = { types: ['video'] };
const withoutMedia: When = { types: ['text'] };

/**
 * Which settings have no effect on a post as it stands, by platform and path. It only spares the reader's eyes: what has
 * a value is shown in any case, and the server's check has the last word.
 */
const conditions: Readonly<Record<string, When>> = {
  'facebook.link': withoutMedia,
  'facebook.video_as': video,
  'facebook.title': video,
  'google_business.event': { field: 'topic_type', is: ['EVENT', 'OFFER'] },
  'google_business.offer': { field: 'topic_type', is: ['OFFER'] },
  'google_business.call_to_action': { field: 'topic_type', is: ['STANDARD', 'EVENT'] },
  'instagram.share_to_feed': video,
  'linkedin.video_title': video,
  'linkedin.article': withoutMedia,
  'linkedin.poll': withoutMedia,
  'pinterest.board_section_id': { field: 'board_id' },
  'pinterest.cover_second': video,
  'threads.link_attachment': withoutMedia,
  'tiktok.disable_duet': video,
  'tiktok.disable_stitch': video,
  'tiktok.video_cover_timestamp_ms': video,
  'tiktok.title': { types: ['image', 'carousel'] },
  'tiktok.photo_cover_index': { types: ['carousel'] },
  'tiktok.auto_add_music': { types: ['image', 'carousel'] },
};

export function isShown(
  platform: string,
  path: string,
  at: { postType: PostType | undefined; read: (name: string) => unknown },
): boolean {
  const when = conditions[`${platform}.${path}`];
  if (!when) return true;
  if (when.types && at.postType && !when.types.includes(at.postType)) return false;
  if (!when.field) return true;
  const value = at.read(when.field);
  return when.is ? when.is.includes(value) : value !== undefined;
}
