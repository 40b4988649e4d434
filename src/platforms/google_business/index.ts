import type { Platform } from '../platform.ts';
import { VERSION } from './api.ts';
import { auth } from './auth.ts';
import { limits, quotas } from './limits.ts';
import { publish } from './publish.ts';
import { type GoogleBusinessSettings, settings } from './settings.ts';

/** No numbers: since 2023-02-20 Google counts for a location only, not for its posts. */
export const googleBusiness: Platform<GoogleBusinessSettings> = {
  id: 'google_business',
  name: 'Google Business Profile',
  limits,
  capabilities: {
    // One picture at most; a film on a post ends in an internal error.
    postTypes: ['text', 'image'],
    cover: false,
    altText: false,
  },
  settings,
  auth,
  hosts: {
    signin: 'https://accounts.google.com',
    oauth: 'https://oauth2.googleapis.com',
    accounts: 'https://mybusinessaccountmanagement.googleapis.com',
    information: 'https://mybusinessbusinessinformation.googleapis.com',
    posts: 'https://mybusiness.googleapis.com',
  },
  api: { version: VERSION, endsOn: null },
  quotas,
  publish,
};
