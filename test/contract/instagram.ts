import { codes, instagramError, subcodes } from '../../src/platforms/instagram/errors.ts';
import { withCode, withSubcode } from './graph-answers.ts';
import type { PlatformContract } from './platform-contract.ts';

const words = (sign: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${sign}wort${index}`).join(' ');

export const instagram: PlatformContract = {
  // Login path A: the token renews itself while it lives, and is dead for good once it is over.
  login: { reaches: 'one', renewal: 'refresh_access_token', dueSeconds: 20 * 86_400, curable: false },
  posts: [
    {
      name: 'an image',
      type: 'image',
      text: 'Ein Bild #eins',
      media: ['square.jpg'],
      alt: 'Ein Quadrat',
      sends: { path: /\/media$/, holds: { alt_text: 'Ein Quadrat', caption: 'Ein Bild #eins' } },
    },
    {
      name: 'a reel with a cover',
      type: 'video',
      text: 'Ein Film',
      media: ['clip.mp4'],
      cover: 'cover.jpg',
      settings: { share_to_feed: false },
      sends: { path: /\/media$/, holds: { media_type: 'REELS', share_to_feed: 'false' } },
    },
  ],
  ours: {},
  rules: [
    {
      name: 'hashtags',
      type: 'image',
      media: ['square.jpg'],
      most: { text: words('#', 30) },
      more: { text: words('#', 31) },
    },
    {
      name: 'mentions',
      type: 'image',
      media: ['square.jpg'],
      most: { text: words('@', 20) },
      more: { text: words('@', 21) },
    },
  ],
  errors: [
    {
      name: 'codes',
      table: codes,
      classify: instagramError,
      answer: withCode,
      means: {
        platform_unavailable: '1 2',
        platform_permission: '3 10',
        platform_rate_limited: '4 9 17 32 613 80002',
        platform_account: '25 368',
        platform_rejected: '100',
        platform_auth: '102 190',
        media_rejected: '352 36000 36001 36003',
        media_unreachable: '9004',
        platform_not_ready: '9007',
      },
    },
    {
      name: 'subcodes',
      table: subcodes,
      classify: instagramError,
      answer: (subcode) => withSubcode(subcode, -1),
      means: {
        // 2207051 comes for posts that went live all the same: never believed.
        platform_unavailable: '33 2207001 2207006 2207008 2207020 2207032 2207051 2207053 2207077 2207082',
        media_unreachable: '2207003 2207052',
        media_rejected: '2207004 2207005 2207009 2207026',
        platform_rejected: '2207010 2207023 2207028 2207035 2207036 2207037 2207040 2207057 2207081',
        platform_not_ready: '2207027',
        platform_rate_limited: '2207042',
        platform_account: '2207050',
      },
    },
  ],
  afterError: 'published',
  afterLost: 'published',
  numbers: ['likes', 'comments', 'shares', 'reach'],
};
