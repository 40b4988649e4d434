import { type Engagement, engagementOf } from '../engagement.ts';
import { refuse, unknownObject, usageHeaders } from '../graph/problem.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { listPosts } from '../posts.ts';
import { requirePost } from './read.ts';
import { facebook, requireAuthor, requirePage } from './sign-in.ts';
import { findVideo, type Video } from './video.ts';

type Numbers = Readonly<Record<string, (seen: Engagement) => unknown>>;

const ofPosts: Numbers = {
  post_media_view: ({ reach }) => reach * 2,
  post_total_media_view_unique: ({ reach }) => reach,
  post_clicks: ({ saves }) => saves,
  post_clicks_by_type: ({ saves }) => ({ 'other clicks': saves }),
  post_reactions_by_type_total: ({ likes }) => ({ like: likes }),
};
const ofReels: Numbers = {
  blue_reels_play_count: ({ reach }) => reach,
  fb_reels_total_plays: ({ reach }) => reach * 2,
  fb_reels_replay_count: ({ reach }) => reach,
  post_impressions_unique: ({ reach }) => reach,
  post_video_avg_time_watched: () => 4200,
  post_video_view_time: ({ reach }) => reach * 4200,
  post_video_likes_by_reaction_type: ({ likes }) => ({ REACTION_LIKE: likes }),
  post_video_social_actions: ({ comments, shares }) => ({ COMMENT: comments, SHARE: shares }),
};
const ofVideos: Numbers = {
  total_video_views: ({ reach }) => reach,
  total_video_views_unique: ({ reach }) => reach,
  total_video_impressions: ({ reach }) => reach * 2,
  total_video_impressions_unique: ({ reach }) => reach,
  total_video_reactions_by_type_total: ({ likes }) => ({ like: likes }),
};
const ofPages: Numbers = {
  page_media_view: ({ reach }) => reach * 2,
  page_total_media_view_unique: ({ reach }) => reach,
  page_post_engagements: ({ likes, comments, shares }) => likes + comments + shares,
  page_actions_post_reactions_total: ({ likes }) => ({ like: likes }),
  page_follows: ({ saves }) => saves,
  page_daily_follows_unique: ({ saves }) => saves,
  page_daily_unfollows_unique: () => 0,
};

export async function getPostInsights(call: Call): Promise<Answer> {
  const { page } = await requirePage(call);
  const post = requirePost(call, page.id);
  return answer(post.id, askedMetrics(call, ofPosts), ofPosts, engagementOf(facebook, post.id), 'lifetime');
}

/** Names of the other kind are no error but give no data; a name of neither kind fails the call. */
export async function getVideoInsights(call: Call): Promise<Answer> {
  const { page } = await requirePage(call);
  const { id = '' } = call.params;
  const video: Video | null = findVideo(call.world, id);
  if (video?.page !== page.id || video.postId === null) return refuse(unknownObject(id));
  const own = video.kind === 'reel' ? ofReels : ofVideos;
  const names = askedMetrics(call, { ...ofReels, ...ofVideos }).filter((name) => name in own);
  return answer(id, names, own, engagementOf(facebook, video.postId), 'lifetime');
}

export async function getPageInsights(call: Call): Promise<Answer> {
  const { page } = await requireAuthor(call);
  const { posts } = listPosts(call.world.store, { platform: facebook, account: page.id, limit: 1000 });
  const sum = { likes: 0, comments: 0, shares: 0, saves: 0, reach: 0 };
  for (const post of posts) {
    const seen = engagementOf(facebook, post.id);
    for (const name of Object.keys(sum) as (keyof Engagement)[]) sum[name] += seen[name];
  }
  return answer(page.id, askedMetrics(call, ofPages), ofPages, sum, call.query.get('period') ?? 'day');
}

function answer(
  id: string,
  names: readonly string[],
  numbers: Numbers,
  seen: Engagement,
  period: string,
): Answer {
  const data = names.map((name) => ({
    name,
    period,
    values: [{ value: numbers[name]?.(seen) ?? 0 }],
    title: name,
    description: '',
    id: `${id}/insights/${name}/${period}`,
  }));
  return ok({ data }, usageHeaders('pages'));
}

function askedMetrics(call: Call, known: Numbers): string[] {
  const asked = (call.query.get('metric') ?? '').split(',').filter((name) => name !== '');
  if (asked.length === 0) {
    return refuse({
      code: 3001,
      subcode: 1504028,
      message: '(#3001) No metric was specified to be fetched.',
    });
  }
  // One dead name (post_impressions, page_fans …) spoils the whole list.
  if (asked.every((name) => Object.hasOwn(known, name))) return asked;
  return refuse({ code: 100, message: '(#100) The value must be a valid insights metric' });
}
