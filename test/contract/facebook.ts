import { facebookError, table } from '../../src/platforms/facebook/errors.ts';
import { withCode, withSubcode } from './graph-answers.ts';
import type { PlatformContract } from './platform-contract.ts';

export const facebook: PlatformContract = {
  // The token of a Page has no end; all that can be asked is whether it still holds.
  login: { reaches: 'several', renewal: 'profile', dueSeconds: null, curable: false },
  posts: [
    {
      name: 'text with a link',
      type: 'text',
      text: 'Ein Verweis',
      settings: { link: 'https://example.com/seite' },
      sends: { path: /\/feed$/, holds: { message: 'Ein Verweis', link: 'https://example.com/seite' } },
    },
    { name: 'an image', type: 'image', text: 'Ein Bild', media: ['square.jpg'], alt: 'Ein Quadrat' },
    {
      name: 'a video',
      type: 'video',
      text: 'Ein Film',
      media: ['clip.mp4'],
      cover: 'cover.jpg',
      settings: { title: 'Titel' },
      sends: { path: /\/videos$/, holds: { title: 'Titel', description: 'Ein Film' } },
    },
    {
      name: 'a reel',
      type: 'video',
      text: 'Ein Reel',
      media: ['clip.mp4'],
      cover: 'cover.jpg',
      settings: { video_as: 'reel' },
      sends: { path: /\/video_reels$/, holds: { video_state: 'PUBLISHED', description: 'Ein Reel' } },
    },
  ],
  ours: {
    carousel: 'no figure is documented; ten is what publishing tools agree on',
    'image types': 'the reference names five, the words of the refusal also WebP and HEIF',
    'video types': 'Facebook lists many containers and advises MP4 and MOV',
  },
  rules: [
    {
      name: 'the title of a video',
      type: 'video',
      media: ['clip.mp4'],
      most: { settings: { title: `${'😀'.repeat(127)}x` } },
      more: { settings: { title: '😀'.repeat(128) } },
      seenByTwin: false,
    },
  ],
  errors: [
    {
      name: 'codes',
      table: table.codes,
      classify: facebookError,
      answer: withCode,
      means: {
        platform_unavailable: '1 2',
        platform_permission: '3 10 101',
        platform_rate_limited: '4 17 32 341 613 80001',
        platform_rejected: '100',
        platform_auth: '102 190',
        media_rejected: '324 352 382 6000 6001',
        platform_account: '368',
        media_unreachable: '389',
        platform_duplicate: '506',
      },
    },
    {
      name: 'subcodes',
      table: table.subcodes,
      classify: facebookError,
      answer: (subcode) => withSubcode(subcode, 100),
      means: {
        platform_unavailable: '33 1363037',
        platform_account: '1346003 1404078 1404102 1404112 4854002',
        media_rejected: '1363024 1363040 1363127 1363128 1363129 1366046',
        platform_duplicate: '1366051 1455006',
        platform_rate_limited: '1390008',
        platform_rejected: '1609005 1609008',
        media_unreachable: '2069019',
      },
    },
  ],
  afterError: 'unconfirmed',
  afterLost: 'published',
  numbers: ['likes', 'comments', 'shares', 'reach'],
};
