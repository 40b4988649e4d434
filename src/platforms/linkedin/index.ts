import type { Platform } from '../platform.ts';
import { auth } from './auth.ts';
import { insights, metrics } from './insights.ts';
import { limits, quotas } from './limits.ts';
import { publish } from './publish.ts';
import { API_ENDS_ON, API_VERSION } from './rest.ts';
import { check, type LinkedinSettings, settings } from './settings.ts';

/** Member profiles and organization pages; an account's external id is the author's URN. */
export const linkedin: Platform<LinkedinSettings> = {
  id: 'linkedin',
  name: 'LinkedIn',
  limits,
  capabilities: {
    postTypes: ['text', 'image', 'video', 'carousel'],
    cover: true,
    // Images only.
    altText: true,
  },
  settings,
  auth,
  hosts: { api: 'https://api.linkedin.com', www: 'https://www.linkedin.com' },
  api: { version: API_VERSION, endsOn: API_ENDS_ON },
  metrics,
  check,
  quotas,
  publish,
  insights,
};
