import { z } from 'zod';
import type { Platform } from '../platform.ts';
import { auth } from './auth.ts';
import { insights, metrics } from './insights.ts';
import { limits, quotas } from './limits.ts';
import { publish } from './publish.ts';
import { rates } from './rates.ts';

const settings = z.strictObject({
  /** Left out: everyone may reply. */
  reply_settings: z.enum(['following', 'mentionedUsers', 'subscribers', 'verified']).optional(),
  made_with_ai: z.boolean().default(false),
  paid_partnership: z.boolean().default(false),
});

export type TwitterSettings = z.infer<typeof settings>;

export const twitter: Platform<TwitterSettings> = {
  id: 'twitter',
  name: 'X',
  limits,
  capabilities: {
    postTypes: ['text', 'image', 'video', 'carousel'],
    cover: true,
    // Images and GIFs.
    altText: true,
  },
  settings,
  auth,
  hosts: { api: 'https://api.x.com', web: 'https://x.com' },
  api: { version: '2', endsOn: null },
  metrics,
  quotas,
  rates,
  publish,
  insights,
};
