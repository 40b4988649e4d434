import type { Platform } from '../platform.ts';
import { API_VERSION } from './api.ts';
import { auth } from './auth.ts';
import { choices } from './choices.ts';
import { insights, nameLater } from './insights.ts';
import { limits, quotas } from './limits.ts';
import { publish } from './publish.ts';
import { settings, type TiktokSettings } from './settings.ts';

export const tiktok: Platform<TiktokSettings> = {
  id: 'tiktok',
  name: 'TikTok',
  limits,
  capabilities: {
    // No text alone; one picture is a photo post like many.
    postTypes: ['image', 'video', 'carousel'],
    // Only a frame of the video, by its time (`video_cover_timestamp_ms`).
    cover: false,
    altText: false,
  },
  settings,
  auth,
  hosts: { api: 'https://open.tiktokapis.com', web: 'https://www.tiktok.com' },
  api: { version: API_VERSION, endsOn: null },
  // Reach is not offered by this API; views are the nearest number.
  metrics: { likes: 'like_count', comments: 'comment_count', shares: 'share_count', reach: 'view_count' },
  quotas,
  publish,
  insights,
  nameLater,
  choices,
};
