import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { PlatformId } from '../../src/contract/platform-ids.ts';
import { type Discovery, discoverySpec } from './discovery.ts';
import { lexiconSpec } from './lexicon.ts';
import type { Definition } from './lexicon-value.ts';
import { type LocalPosts, localPostsSpec } from './local-posts.ts';
import { type MetaEnum, type MetaNode, metaSpec } from './meta-nodes.ts';
import { type OpenApi, openApiSpec } from './openapi.ts';
import { type Collection, postmanSpec } from './postman.ts';
import type { Spec } from './spec.ts';

/** The descriptions that the platforms publish, by platform. LinkedIn and TikTok publish none. */
export function loadSpecs(folder: string): Partial<Record<PlatformId, readonly Spec[]>> {
  const read = <T>(...path: string[]): T => JSON.parse(readFileSync(join(folder, ...path), 'utf8')) as T;
  if (!existsSync(folder)) throw new Error(`there is no folder ${folder}`);
  const google = (name: string, file: string, roots?: string[]) =>
    discoverySpec(name, read<Discovery>(...file.split('/')), roots);
  const meta = {
    nodes: Object.fromEntries(
      globSync('meta-graph/[A-Z]*.json', { cwd: folder }).map((file) => [
        basename(file, '.json'),
        read<MetaNode>(file),
      ]),
    ),
    enums: read<MetaEnum[]>('meta-graph', 'enum_types.subset.json'),
  };
  const lexicons = globSync('atproto/lexicons/**/*.json', { cwd: folder }).map((file) => {
    const { id, defs } = read<{ id: string; defs: Record<string, Definition> }>(file);
    return [id, defs] as const;
  });
  return {
    twitter: [openApiSpec('X API v2', read<OpenApi>('x-api-v2.openapi.json'), 'https://api.x.com')],
    pinterest: [
      openApiSpec(
        'Pinterest API v5',
        read<OpenApi>('pinterest', 'pinterest-openapi-v5.json'),
        'https://api.pinterest.com/v5',
      ),
    ],
    youtube: [
      // Both host names lead to the same API.
      google('YouTube Data API v3', 'youtube.v3.discovery.json', ['https://www.googleapis.com']),
      google('YouTube Analytics API v2', 'youtubeAnalytics.v2.discovery.json'),
    ],
    google_business: [
      google('Account Management API v1', 'google_business/mybusinessaccountmanagement.v1.json'),
      google('Business Information API v1', 'google_business/mybusinessbusinessinformation.v1.json'),
      localPostsSpec(
        'local posts v4',
        read<LocalPosts>('google_business', 'localposts.v4.handwritten.schema.json'),
      ),
    ],
    facebook: [metaSpec('Graph API', meta, ['Page', 'PagePost', 'AdVideo', 'User', 'Business'])],
    instagram: [
      metaSpec('Instagram API', meta, [
        'IGUserForIGOnlyAPI',
        'IGMediaForIGOnlyAPI',
        'ShadowIGMediaBuilder',
        'IGAccessTokenForIGOnlyAPI',
        'IGRefreshAccessTokenForIGOnlyAPI',
      ]),
    ],
    threads: [postmanSpec('Threads API', read<Collection>('threads-api.postman_collection.json'))],
    bluesky: [lexiconSpec('AT Protocol', new Map(lexicons))],
  };
}
