import { findAccount } from './accounts.ts';
import { type Engagement, engagementOf } from './engagement.ts';
import { hasFilm } from './films.ts';
import { findPlatform } from './platforms.ts';
import type { Post } from './store.ts';
import type { World } from './world.ts';

export interface SeenPost {
  readonly platform: string;
  readonly account: string;
  readonly external_id: string;
  readonly display_name: string;
  readonly id: string;
  readonly url: string;
  readonly text: string;
  /** Where the platform has one besides the text. */
  readonly title?: string;
  /** Where it was put, if the platform has such places: a board and its section. */
  readonly board?: string;
  readonly section?: string;
  /** The address the post leads to. */
  readonly link?: string;
  readonly type: string;
  readonly media: readonly { type: string; size: number; alt: string; url?: string }[];
  readonly cover: boolean;
  readonly cover_url?: string;
  readonly published_at: string;
  readonly metrics: Engagement;
}

/** A post as anybody may see it; the control API and the feed page say the same. */
export function describePost(world: World, post: Post): SeenPost {
  const account = findAccount(world.store, post.platform, post.account);
  const page = account === null ? '' : (findPlatform(post.platform)?.pagePath(post, account) ?? '');
  const picture = (upload: string) =>
    `${world.home()}/uploads/${post.platform}/${encodeURIComponent(upload)}`;
  return {
    platform: post.platform,
    account: account?.username ?? post.account,
    external_id: post.account,
    display_name: account?.name ?? post.account,
    id: post.id,
    url: `${world.home()}/${page}`,
    text: post.text,
    ...(post.data.title ? { title: String(post.data.title) } : {}),
    ...(post.data.boardId ? { board: String(post.data.boardId) } : {}),
    ...(post.data.sectionId ? { section: String(post.data.sectionId) } : {}),
    ...(linkOf(post) === null ? {} : { link: linkOf(post) as string }),
    type: post.type,
    media: post.media.map(({ type, size, alt, upload, film }) => ({
      type,
      size,
      alt,
      ...(upload === undefined ? {} : { url: picture(upload) }),
      ...(film !== undefined && hasFilm(world.store, post.platform, film, size)
        ? { url: `${world.home()}/films/${post.platform}/${encodeURIComponent(film)}?size=${size}` }
        : {}),
    })),
    cover: post.cover !== null,
    ...(post.cover ? { cover_url: picture(post.cover) } : {}),
    published_at: new Date(post.publishedAt).toISOString(),
    metrics: engagementOf(world, post),
  };
}

/** Only what a browser may be sent to. */
function linkOf({ data }: Post): string | null {
  const action = data.callToAction as { url?: unknown } | null | undefined;
  const url = URL.parse(String(data.link ?? action?.url ?? ''));
  return url !== null && /^https?:$/.test(url.protocol) ? url.href : null;
}
