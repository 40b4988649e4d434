import type { Platform } from '../platform.ts';
import { auth } from './auth.ts';
import { choices } from './choices.ts';
import { insights, metrics } from './insights.ts';
import { budget, limits, quotas } from './limits.ts';
import { publish } from './publish.ts';
import { settings, type YoutubeSettings } from './settings.ts';

export const youtube: Platform<YoutubeSettings> = {
  id: 'youtube',
  name: 'YouTube',
  limits,
  capabilities: {
    // Community posts and pictures are not open to the API.
    postTypes: ['video'],
    // The thumbnail; the channel must have confirmed a phone number, otherwise YouTube picks a frame.
    cover: true,
    altText: false,
  },
  settings,
  auth,
  hosts: {
    api: 'https://www.googleapis.com',
    oauth: 'https://oauth2.googleapis.com',
    accounts: 'https://accounts.google.com',
    analytics: 'https://youtubeanalytics.googleapis.com',
    web: 'https://www.youtube.com',
  },
  api: { version: 'v3', endsOn: null },
  metrics,
  quotas,
  budget,
  publish,
  insights,
  choices,
};
