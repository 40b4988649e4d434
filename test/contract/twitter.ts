import { codes, problems, twitterError } from '../../src/platforms/twitter/errors.ts';
import type { PlatformContract } from './platform-contract.ts';

export const twitter: PlatformContract = {
  login: { reaches: 'one', renewal: 'token', dueSeconds: 300, curable: true },
  posts: [
    {
      name: 'text',
      type: 'text',
      text: 'Tom & Jerry <3 https://example.com/a?b=c',
      settings: { reply_settings: 'mentionedUsers', made_with_ai: true, paid_partnership: true },
      sends: {
        path: /\/2\/tweets$/,
        holds: { reply_settings: 'mentionedUsers', made_with_ai: true, paid_partnership: true },
      },
    },
    {
      name: 'an image',
      type: 'image',
      text: 'Ein Bild',
      media: ['landscape.jpg'],
      alt: 'Ein Querformat',
      sends: { path: /\/2\/media\/metadata$/, holds: { metadata: { alt_text: { text: 'Ein Querformat' } } } },
    },
    { name: 'an image without words', type: 'image', text: '', media: ['square.jpg'] },
    {
      name: 'a video with a cover',
      type: 'video',
      text: 'Ein Film',
      media: ['clip.mp4'],
      cover: 'cover.jpg',
    },
  ],
  ours: {
    'image types': 'the specification also lists BMP and TIFF, the guide only what we take',
    'video types': 'the specification also lists WebM, the guide only MP4 and MOV',
  },
  rules: [],
  errors: [
    {
      name: 'problems',
      table: problems,
      classify: twitterError,
      answer: (name) => ({
        status: 403,
        json: { type: `https://api.x.com/2/problems/${name}`, title: 'words' },
      }),
      means: {
        platform_permission: 'client-forbidden unsupported-authentication not-authorized-for-resource',
        platform_account: 'user-suspended',
        platform_rate_limited: 'usage-capped',
        platform_rejected: 'invalid-request',
      },
    },
    {
      name: 'numbers',
      table: codes,
      classify: twitterError,
      answer: (code) => ({ status: 403, json: { errors: [{ code: Number(code), message: 'words' }] } }),
      means: {
        platform_account: '64 326',
        platform_rate_limited: '88',
        platform_auth: '89',
        platform_rejected: '186',
        platform_duplicate: '187',
      },
    },
  ],
  afterError: 'unconfirmed',
  afterLost: 'published',
  numbers: ['likes', 'comments', 'shares', 'reach'],
};
