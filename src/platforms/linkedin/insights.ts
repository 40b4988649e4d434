import { z } from 'zod';
import type { Metric, Reading } from '../platform.ts';
import type { Published } from '../publishing.ts';
import { isPage, restGet, scopesOf } from './rest.ts';

type Numbers = Partial<Record<Metric, number>>;

/** A page's numbers (organizationalEntityShareStatistics) and a member's (memberCreatorPostAnalytics). */
export const metrics = {
  likes: 'likeCount / REACTION',
  comments: 'commentCount / COMMENT',
  shares: 'shareCount / RESHARE',
  reach: 'uniqueImpressionsCount / MEMBERS_REACHED',
} as const satisfies Record<Metric, string>;

export async function insights(at: Reading, { id }: Published): Promise<Numbers> {
  const [, kind] = /^urn:li:(share|ugcPost):\d+$/.exec(id) ?? [];
  // A post that LinkedIn never named.
  if (kind === undefined) return {};
  return isPage(at.account.externalId) ? await pageNumbers(at, id, kind) : await memberNumbers(at, id, kind);
}

const statistics = z.object({
  elements: z.array(
    z.object({
      totalShareStatistics: z.object({
        likeCount: z.number().optional(),
        commentCount: z.number().optional(),
        shareCount: z.number().optional(),
        uniqueImpressionsCount: z.number().optional(),
      }),
    }),
  ),
});

/** Lifetime numbers; LinkedIn keeps them for twelve months. */
async function pageNumbers(at: Reading, urn: string, kind: string): Promise<Numbers> {
  const page = encodeURIComponent(at.account.externalId);
  const path = `/rest/organizationalEntityShareStatistics?q=organizationalEntity&organizationalEntity=${page}&${kind}s=List(${encodeURIComponent(urn)})`;
  const { elements } = await restGet(at, path, statistics, { method: 'FINDER' });
  const { likeCount, commentCount, shareCount, uniqueImpressionsCount } =
    elements[0]?.totalShareStatistics ?? {};
  return known({
    likes: likeCount,
    comments: commentCount,
    shares: shareCount,
    reach: uniqueImpressionsCount,
  });
}

const counted = z.object({ elements: z.array(z.object({ count: z.number() })) });

const queryTypes = {
  likes: 'REACTION',
  comments: 'COMMENT',
  shares: 'RESHARE',
  reach: 'MEMBERS_REACHED',
} as const satisfies Record<Metric, string>;

/** One call per number, and only for apps that were granted the scope. */
async function memberNumbers(at: Reading, urn: string, kind: string): Promise<Numbers> {
  const scopes = scopesOf(at.credentials);
  if (scopes && !scopes.has('r_member_postAnalytics')) return {};
  const entity = `(${kind === 'share' ? 'share' : 'ugc'}:${encodeURIComponent(urn)})`;
  const numbers: Partial<Record<Metric, number | undefined>> = {};
  for (const [metric, queryType] of Object.entries(queryTypes) as [Metric, string][]) {
    const path = `/rest/memberCreatorPostAnalytics?q=entity&entity=${entity}&queryType=${queryType}&aggregation=TOTAL`;
    const { elements } = await restGet(at, path, counted, { method: 'FINDER' });
    numbers[metric] = elements[0]?.count;
  }
  return known(numbers);
}

function known(numbers: Partial<Record<Metric, number | undefined>>): Numbers {
  return Object.fromEntries(Object.entries(numbers).filter(([, value]) => value !== undefined));
}
