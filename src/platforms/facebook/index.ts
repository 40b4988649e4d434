import { z } from 'zod';
import { metaUsage } from '../meta/usage.ts';
import { GRAPH_VERSION } from '../meta/version.ts';
import type { Draft, Issue, Platform } from '../platform.ts';
import { utf16Text } from '../utf16-text.ts';
import { auth } from './auth.ts';
import { insights } from './insights.ts';
import { limits, quotas } from './limits.ts';
import { publish } from './publish.ts';

const settings = z.strictObject({
  /** Shown as a preview below a text; the preview itself is built by Facebook. */
  link: z.url({ protocol: /^https?$/ }).optional(),
  /** A Reel must be upright (9:16) and 3 to 90 seconds long; a video may be anything. */
  video_as: z.enum(['video', 'reel']).default('video'),
  /** Of a video or Reel. */
  title: utf16Text(255).trim().min(1).optional(),
});

export type FacebookSettings = z.infer<typeof settings>;

/** Pages only: profiles and groups cannot be posted to by API. */
export const facebook: Platform<FacebookSettings> = {
  id: 'facebook',
  name: 'Facebook',
  limits,
  capabilities: {
    postTypes: ['text', 'image', 'video', 'carousel'],
    cover: true,
    // Photos only.
    altText: true,
  },
  settings,
  auth,
  hosts: {
    graph: 'https://graph.facebook.com',
    rupload: 'https://rupload.facebook.com',
    web: 'https://www.facebook.com',
  },
  api: { version: GRAPH_VERSION, endsOn: null },
  metrics: {
    likes: 'reactions.summary.total_count',
    comments: 'comments.summary.total_count',
    shares: 'shares.count',
    reach:
      'post_total_media_view_unique (videos: total_video_impressions_unique, Reels: post_impressions_unique)',
  },
  check,
  quotas,
  rates: metaUsage,
  publish,
  insights,
};

function check({ type, settings: { link } }: Draft<FacebookSettings>): Issue[] {
  if (link === undefined || type === 'text') return [];
  // A post shows either its media or a link's preview.
  return [{ code: 'field_wrong', facts: { field: 'link', expected: 'a post without media' } }];
}
