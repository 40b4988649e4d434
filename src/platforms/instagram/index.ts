import { z } from 'zod';
import { metaUsage } from '../meta/usage.ts';
import { GRAPH_VERSION } from '../meta/version.ts';
import type { Draft, Issue, Platform } from '../platform.ts';
import { auth } from './auth.ts';
import { insights, metrics } from './insights.ts';
import { limits, MAX_HASHTAGS, MAX_MENTIONS } from './limits.ts';
import { publish } from './publish.ts';

const settings = z.strictObject({
  /** A Reel also appears on the feed tab. */
  share_to_feed: z.boolean().default(true),
});

export type InstagramSettings = z.infer<typeof settings>;

export const instagram: Platform<InstagramSettings> = {
  id: 'instagram',
  name: 'Instagram',
  limits,
  capabilities: {
    // No text alone; a single video is always a Reel.
    postTypes: ['image', 'video', 'carousel'],
    cover: true,
    // Images only.
    altText: true,
  },
  settings,
  auth,
  hosts: {
    graph: 'https://graph.instagram.com',
    api: 'https://api.instagram.com',
    www: 'https://www.instagram.com',
  },
  api: { version: GRAPH_VERSION, endsOn: null },
  metrics,
  check,
  // How many posts are left is asked of the account itself, before each.
  rates: metaUsage,
  publish,
  insights,
};

function check({ text }: Draft<InstagramSettings>): Issue[] {
  const issues: Issue[] = [];
  const hashtags = text.match(/(?<![\p{L}\p{N}_&/])[#＃][\p{L}\p{N}\p{M}_]+/gu)?.length ?? 0;
  const mentions = text.match(/(?<![\p{L}\p{N}_.])@[\w.]+/gu)?.length ?? 0;
  const facts = (count: number, max: number) => ({ platform: 'instagram', count, max });
  if (hashtags > MAX_HASHTAGS) {
    issues.push({ code: 'too_many_hashtags', facts: facts(hashtags, MAX_HASHTAGS) });
  }
  if (mentions > MAX_MENTIONS) {
    issues.push({ code: 'too_many_mentions', facts: facts(mentions, MAX_MENTIONS) });
  }
  return issues;
}
