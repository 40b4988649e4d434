import { type Engagement, engagementOf, followersOf } from '../engagement.ts';
import { askedNames, gainedInRange, insight } from '../graph/insights.ts';
import { refuse, unknownObject } from '../graph/problem.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { findPost } from '../posts.ts';
import { requirePost } from './read.ts';
import { facebook, requireAuthor, requirePage } from './sign-in.ts';
import { findVideo, type Video } from './video.ts';

type Numbers = Readonly<Record<string, (seen: Engagement) => unknown>>;

const ofPosts: Numbers = {
  post_media_view: ({ views }) => views,
  post_total_media_view_unique: ({ reach }) => reach,
  post_clicks: ({ saves }) => saves,
  post_clicks_by_type: ({ saves }) => ({ 'other clicks': saves }),
  post_reactions_by_type_total: ({ likes }) => ({ like: likes }),
};
const ofReels: Numbers = {
  blue_reels_play_count: ({ reach }) => reach,
  fb_reels_total_plays: ({ views }) => views,
  fb_reels_replay_count: ({ views, reach }) => views - reach,
  post_impressions_unique: ({ reach }) => reach,
  post_video_avg_time_watched: () => 4200,
  post_video_view_time: ({ views }) => views * 4200,
  post_video_likes_by_reaction_type: ({ likes }) => ({ REACTION_LIKE: likes }),
  post_video_social_actions: ({ comments, shares }) => ({ COMMENT: comments, SHARE: shares }),
};
const ofVideos: Numbers = {
  total_video_views: ({ reach }) => reach,
  total_video_views_unique: ({ reach }) => reach,
  total_video_impressions: ({ views }) => views,
  total_video_impressions_unique: ({ reach }) => reach,
  total_video_reactions_by_type_total: ({ likes }) => ({ like: likes }),
};
const ofPages: Numbers = {
  page_media_view: ({ views }) => views,
  page_total_media_view_unique: ({ reach }) => reach,
  page_post_engagements: ({ likes, comments, shares }) => likes + comments + shares,
  page_actions_post_reactions_total: ({ likes }) => ({ like: likes }),
  page_daily_follows_unique: ({ reach }) => Math.floor(reach / 150),
  page_daily_unfollows_unique: () => 0,
};

export async function getPostInsights(call: Call): Promise<Answer> {
  const { page } = await requirePage(call);
  const post = requirePost(call, page.id);
  return answer(post.id, askedMetrics(call, ofPosts), ofPosts, engagementOf(call.world, post), 'lifetime');
}

/** Names of the other kind are no error but give no data; a name of neither kind fails the call. */
export async function getVideoInsights(call: Call): Promise<Answer> {
  const { page } = await requirePage(call);
  const { id = '' } = call.params;
  const video: Video | null = findVideo(call.world, id);
  const post = video === null ? null : findPost(call.world.store, facebook, video.postId ?? '');
  if (video?.page !== page.id || post === null) return refuse(unknownObject(id));
  const own = video.kind === 'reel' ? ofReels : ofVideos;
  const names = askedMetrics(call, { ...ofReels, ...ofVideos }).filter((name) => name in own);
  return answer(id, names, own, engagementOf(call.world, post), 'lifetime');
}

export async function getPageInsights(call: Call): Promise<Answer> {
  const { page } = await requireAuthor(call);
  // The one number that is a state and not a gain.
  const numbers: Numbers = { ...ofPages, page_follows: () => followersOf(call.world, page) };
  const gained = gainedInRange(call, facebook, page.id);
  return answer(page.id, askedMetrics(call, numbers), numbers, gained, call.query.get('period') ?? 'day');
}

function answer(
  id: string,
  names: readonly string[],
  numbers: Numbers,
  seen: Engagement,
  period: string,
): Answer {
  const data = names.map((name) =>
    insight(id, name, period, { values: [{ value: numbers[name]?.(seen) ?? 0 }] }),
  );
  return ok({ data });
}

function askedMetrics(call: Call, known: Numbers): string[] {
  const asked = askedNames(call);
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
