import { type Engagement, engagementOf, gainedBy } from '../engagement.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { findPost } from '../posts.ts';
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
    const everything = gainedBy(call.world, { platform: linkedin, account: page });
    const element = { organizationalEntity: page, totalShareStatistics: statisticsOf(everything) };
    return ok(pageOf([element], readPaging(call)));
  }
  const elements = asked.flatMap(({ kind, urn }) => {
    const post = findPost(call.world.store, linkedin, urn);
    if (!urn.startsWith(`urn:li:${kind}:`)) {
      return refuse(restError(400, 'PARAM_INVALID', `Invalid value for parameter ${kind}s`));
    }
    if (post?.account !== page) return [];
    return [
      {
        organizationalEntity: page,
        [kind]: urn,
        totalShareStatistics: statisticsOf(engagementOf(call.world, post)),
      },
    ];
  });
  return ok(pageOf(elements, readPaging(call)));
}

function statisticsOf({ likes, comments, shares, saves, reach, views }: Engagement) {
  return {
    likeCount: likes,
    commentCount: comments,
    shareCount: shares,
    clickCount: saves,
    impressionCount: views,
    uniqueImpressionsCount: reach,
    engagement: views === 0 ? 0 : (likes + comments + shares + saves) / views,
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
  if (post === null || post.account !== login.member.id) {
    return accessDenied('memberCreatorPostAnalytics.FINDER-entity');
  }
  const { likes, comments, shares, saves, reach, views } = engagementOf(call.world, post);
  const counts: Record<string, number> = {
    IMPRESSION: views,
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
