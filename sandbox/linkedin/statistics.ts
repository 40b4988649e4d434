import { engagementOf } from '../engagement.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { findPost, listPosts } from '../posts.ts';
import type { Post } from '../store.ts';
import { accessDenied, refuse, restError } from './answers.ts';
import { linkedin, requireLogin, requireScope, roleOf } from './login.ts';
import { pageOf, readList, readPaging, requireProtocol, requireVersion } from './version.ts';

/** GET /rest/organizationalEntityShareStatistics: a page's numbers, by post when posts are named. */
export function shareStatistics(call: Call): Answer {
  requireVersion(call);
  const login = requireLogin(call);
  const page = call.query.get('organizationalEntity') ?? '';
  requireScope(login, 'organizationalEntityShareStatistics', 'rw_organization_admin', 'r_organization_admin');
  if (call.query.get('q') !== 'organizationalEntity') {
    return restError(400, 'ILLEGAL_ARGUMENT', 'Query parameter q must be organizationalEntity');
  }
  if (roleOf(call.world, login.member.id, page) !== 'ADMINISTRATOR') {
    accessDenied('organizationalEntityShareStatistics');
  }
  const asked = (['share', 'ugcPost'] as const).flatMap((kind) =>
    readList(call, `${kind}s`).map((urn) => ({ kind, urn })),
  );
  if (asked.length === 0) {
    const { posts } = listPosts(call.world.store, { platform: linkedin, account: page, limit: 1000 });
    const element = { organizationalEntity: page, totalShareStatistics: sum(posts) };
    return ok(pageOf([element], readPaging(call)));
  }
  const elements = asked.flatMap(({ kind, urn }) => {
    const post = findPost(call.world.store, linkedin, urn);
    if (!urn.startsWith(`urn:li:${kind}:`)) {
      return refuse(restError(400, 'PARAM_INVALID', `Invalid value for parameter ${kind}s`));
    }
    if (post?.account !== page) return [];
    return [{ organizationalEntity: page, [kind]: urn, totalShareStatistics: sum([post]) }];
  });
  return ok(pageOf(elements, readPaging(call)));
}

function sum(posts: readonly Post[]) {
  const numbers = posts.map((post) => engagementOf(linkedin, post.id));
  const total = (pick: (one: (typeof numbers)[number]) => number) =>
    numbers.reduce((all, one) => all + pick(one), 0);
  const impressionCount = total(({ reach }) => Math.round(reach * 1.4));
  return {
    likeCount: total(({ likes }) => likes),
    commentCount: total(({ comments }) => comments),
    shareCount: total(({ shares }) => shares),
    clickCount: total(({ saves }) => saves),
    impressionCount,
    uniqueImpressionsCount: total(({ reach }) => reach),
    engagement: impressionCount === 0 ? 0 : total(({ likes }) => likes) / impressionCount,
  };
}

/** GET /rest/memberCreatorPostAnalytics: one number of one of the member's own posts per call. */
export function memberPostAnalytics(call: Call): Answer {
  requireVersion(call);
  requireProtocol(call);
  const login = requireLogin(call);
  requireScope(login, 'memberCreatorPostAnalytics.FINDER-entity', 'r_member_postAnalytics');
  const [, kind, urn = ''] = /^\((share|ugc):(urn:li:\w+:\d+)\)$/.exec(call.query.get('entity') ?? '') ?? [];
  const isNamedRight = urn.startsWith(kind === 'ugc' ? 'urn:li:ugcPost:' : 'urn:li:share:');
  if (call.query.get('q') !== 'entity' || kind === undefined || !isNamedRight) {
    return restError(400, 'PARAM_INVALID', 'Invalid value for parameter entity');
  }
  const post = findPost(call.world.store, linkedin, urn);
  if (post?.account !== login.member.id) accessDenied('memberCreatorPostAnalytics.FINDER-entity');
  const { likes, comments, shares, saves, reach } = engagementOf(linkedin, urn);
  const counts: Record<string, number> = {
    IMPRESSION: Math.round(reach * 1.4),
    MEMBERS_REACHED: reach,
    REACTION: likes,
    COMMENT: comments,
    RESHARE: shares,
    POST_SAVE: saves,
  };
  const asked = call.query.get('queryType') ?? '';
  const count = Object.hasOwn(counts, asked) ? counts[asked] : undefined;
  if (count === undefined || (call.query.get('aggregation') ?? 'TOTAL') !== 'TOTAL') {
    return restError(400, 'PARAM_INVALID', 'Invalid value for parameter queryType or aggregation');
  }
  const metricType = {
    'com.linkedin.adsexternalapi.memberanalytics.v1.CreatorPostAnalyticsMetricTypeV1': asked,
  };
  return ok(pageOf([{ count, metricType, targetEntity: { [kind]: urn } }], readPaging(call)));
}
