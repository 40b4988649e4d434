import { accountsApi, appsApi } from './accounts.ts';
import { filesApi } from './files.ts';
import { insightsApi } from './insights.ts';
import { keysApi } from './keys.ts';
import { peopleApi } from './people.ts';
import { postsApi } from './posts.ts';

/** Every address of the dashboard's API, by name. */
export const api = {
  ...peopleApi,
  ...postsApi,
  ...accountsApi,
  ...appsApi,
  ...keysApi,
  ...filesApi,
  ...insightsApi,
} as const;

export type Api = typeof api;
export type ApiName = keyof Api;
