import type { Call } from '../platform.ts';
import type { Account, Post } from '../store.ts';
import { localTime } from './boards.ts';
import { pinMetrics } from './insights.ts';

const mediaTypes = { image: 'image', video: 'video', carousel: 'multiple_images', text: 'image' } as const;
const creativeTypes = { image: 'REGULAR', video: 'VIDEO', carousel: 'CAROUSEL', text: 'REGULAR' } as const;

/** The Pin of the specification; fields that were not given are null, not left out. */
export function pinView(call: Call, account: Account, post: Post): Record<string, unknown> {
  const { title, description, link, altText, boardId, sectionId } = post.data;
  const picture = post.cover || post.media[0]?.upload;
  return {
    id: post.id,
    created_at: localTime(post.publishedAt),
    link,
    title,
    description,
    dominant_color: '#6E7874',
    alt_text: altText,
    creative_type: creativeTypes[post.type],
    board_id: boardId,
    board_section_id: sectionId,
    board_owner: { username: account.username },
    is_owner: true,
    is_standard: true,
    has_been_promoted: false,
    parent_pin_id: null,
    media: {
      media_type: mediaTypes[post.type],
      ...(picture
        ? {
            images: {
              '600x': { width: 600, height: 900, url: `${call.world.home()}/uploads/pinterest/${picture}` },
            },
          }
        : {}),
    },
    pin_metrics: call.query.get('pin_metrics') === 'true' ? pinMetrics(call, post) : null,
  };
}
