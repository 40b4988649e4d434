import { type Answer, type Call, ok } from '../platform.ts';
import type { World } from '../world.ts';
import { badRequest, missingParameter } from './google-error.ts';
import { requireAccount } from './tokens.ts';
import { findVideo, receptionOf, type Video, videosOf } from './video.ts';

/** Numbers arrive about two days late. */
const delayMs = 2 * 86_400_000;
const known = [
  'views',
  'engagedViews',
  'likes',
  'comments',
  'shares',
  'estimatedMinutesWatched',
  'averageViewDuration',
  'subscribersGained',
  'subscribersLost',
];

/** GET /v2/reports on youtubeanalytics.googleapis.com: one row of sums, or no row at all. */
export function queryReport(call: Call): Answer {
  const account = requireAccount(call, 'yt-analytics.readonly');
  const { query, world } = call;
  const ids = query.get('ids') ?? missingParameter('ids');
  if (ids !== 'channel==MINE' && ids !== `channel==${account.id}`) {
    badRequest('badRequest', 'The query is not supported. Check the documentation for supported queries.');
  }
  const dates = ['startDate', 'endDate'].map((name) => query.get(name) ?? missingParameter(name));
  const wrong = dates.find((date) => !/^\d{4}-\d\d-\d\d$/.test(date));
  if (wrong !== undefined) badRequest('badRequest', `Invalid value '${wrong}'.`);
  const metrics = (query.get('metrics') ?? missingParameter('metrics')).split(',');
  const unknown = metrics.find((name) => !known.includes(name));
  if (unknown !== undefined)
    badRequest('badRequest', `Unknown identifier (${unknown}) given in field parameters.metrics.`);
  const only = /^video==([\w-]+)$/.exec(query.get('filters') ?? '')?.[1];
  const [from, until] = [Date.parse(dates[0] ?? ''), Date.parse(dates[1] ?? '') + 86_400_000];
  const counted = (only === undefined ? videosOf(world, account.id) : [findVideo(world, only)])
    .filter((video) => video !== null && video.account === account.id)
    .filter((video): video is Video => video !== null && video.publishedAt + delayMs <= world.now())
    .filter((video) => video.publishedAt < until && world.now() - delayMs >= from);
  const sums = counted.map((video) => gainOf(world, video, from, Math.min(until, world.now() - delayMs)));
  return ok({
    kind: 'youtubeAnalytics#resultTable',
    columnHeaders: metrics.map((name) => ({ name, columnType: 'METRIC', dataType: 'INTEGER' })),
    rows:
      sums.length === 0
        ? []
        : [metrics.map((name) => sums.reduce((sum, values) => sum + (values[name] ?? 0), 0))],
  });
}

function gainOf(world: World, video: Video, fromAt: number, untilAt: number): Record<string, number> {
  const [before, after] = [receptionOf(world, video, fromAt), receptionOf(world, video, untilAt)];
  const views = after.reach - before.reach;
  return {
    views,
    engagedViews: Math.floor(views / 2),
    likes: after.likes - before.likes,
    comments: after.comments - before.comments,
    shares: after.shares - before.shares,
    estimatedMinutesWatched: Math.floor(views / 4),
    averageViewDuration: 15,
    subscribersGained: Math.floor(views / 150),
  };
}
