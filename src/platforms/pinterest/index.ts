import type { Platform } from '../platform.ts';
import { usedUp } from '../rate-headers.ts';
import { VERSION } from './api.ts';
import { auth } from './auth.ts';
import { choices } from './choices.ts';
import { insights, metrics } from './insights.ts';
import { limits, quotas } from './limits.ts';
import { publish } from './publish.ts';
import { type PinterestSettings, settings } from './settings.ts';

export const pinterest: Platform<PinterestSettings> = {
  id: 'pinterest',
  name: 'Pinterest',
  limits,
  capabilities: {
    // No words alone, no film among pictures.
    postTypes: ['image', 'video', 'carousel'],
    cover: true,
    // One for the whole pin.
    altText: true,
  },
  settings,
  auth,
  hosts: { api: 'https://api.pinterest.com', web: 'https://www.pinterest.com' },
  api: { version: VERSION, endsOn: null },
  metrics,
  quotas,
  rates: (request, answer) => usedUp(request, answer, 'x-ratelimit'),
  publish,
  insights,
  choices,
  choicesWithin: 'board_id',
};
