import type { PlatformView } from '../../../../src/contract/api/accounts.ts';
import type { OutputOf } from '../../../../src/contract/api/endpoint.ts';
import type { Api } from '../../../../src/contract/api/index.ts';
import type { PlatformId } from '../../../../src/contract/platform-ids.ts';
import { useWords } from '../../words/index.tsx';

export type Analytics = OutputOf<Api['readAnalytics']>;

export const metrics = ['likes', 'comments', 'shares', 'reach'] as const;
export type Metric = (typeof metrics)[number];
export const measures = ['posts', ...metrics] as const;
export type Measure = (typeof measures)[number];

/** Which numbers each platform offers, under its own name; unknown while the data sheets are on their way. */
export type Offered = ReadonlyMap<PlatformId, PlatformView['metrics']>;

export const offers = (offered: Offered, platform: PlatformId, measure: Measure): boolean =>
  measure === 'posts' || offered.get(platform)?.[measure] !== undefined;

/** What a number is called here. Where a platform counts looks instead of people, that is said. */
export function useMeasureName() {
  const { general, analytics } = useWords();
  return (measure: Measure, ownName?: string): string => {
    if (measure === 'posts') return analytics.posts;
    if (measure === 'reach' && ownName !== undefined && !/reach|unique/i.test(ownName)) {
      if (/impression/i.test(ownName)) return analytics.counts.impressions;
      if (/view/i.test(ownName)) return analytics.counts.views;
    }
    return general.metrics[measure];
  };
}

/** The window's days on the workspace's calendar, oldest first: `2026-11-15`. */
export function daysUpTo(now: number, count: number, timeZone: string): string[] {
  // The Swedish way of writing a date is ISO's.
  const today = Date.parse(new Intl.DateTimeFormat('sv', { timeZone }).format(now));
  return Array.from({ length: count }, (_, index) =>
    new Date(today - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
  );
}
