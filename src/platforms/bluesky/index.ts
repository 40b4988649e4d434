import { z } from 'zod';
import type { Platform } from '../platform.ts';
import { usedUp } from '../rate-headers.ts';
import { auth } from './auth.ts';
import { insights, metrics } from './insights.ts';
import { limits, quotas } from './limits.ts';
import { publish } from './publish.ts';

const settings = z.strictObject({
  /** BCP 47; the record takes at most three (lexicon app.bsky.feed.post). */
  langs: z
    .array(z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/))
    .max(3)
    .default([]),
});

export type BlueskySettings = z.infer<typeof settings>;

export const bluesky: Platform<BlueskySettings> = {
  id: 'bluesky',
  name: 'Bluesky',
  limits,
  capabilities: {
    postTypes: ['text', 'image', 'video', 'carousel'],
    // The video service picks the frame.
    cover: false,
    altText: true,
  },
  settings,
  auth,
  hosts: {
    pds: 'https://bsky.social',
    video: 'https://video.bsky.app',
    web: 'https://bsky.app',
    appview: 'https://public.api.bsky.app',
    plc: 'https://plc.directory',
  },
  metrics,
  quotas,
  rates: (request, answer) => usedUp(request, answer, 'ratelimit'),
  publish,
  insights,
};
