import { blueskyError, codes } from '../../src/platforms/bluesky/errors.ts';
import type { PlatformContract } from './platform-contract.ts';

export const bluesky: PlatformContract = {
  login: { reaches: 'one', renewal: 'refreshSession', dueSeconds: 300, curable: true },
  posts: [
    {
      name: 'text with its link, tag and mention',
      type: 'text',
      text: 'Grüße an @postbote.sandbox.test 😀 #tag https://example.invalid',
      settings: { langs: ['de', 'en-GB'] },
      sends: {
        path: /com\.atproto\.repo\.putRecord$/,
        holds: {
          record: {
            langs: ['de', 'en-GB'],
            // Bytes, not characters: ü, ß and the emoji are longer than they look.
            facets: [
              {
                index: { byteStart: 11, byteEnd: 33 },
                features: [{ $type: 'app.bsky.richtext.facet#mention' }],
              },
              {
                index: { byteStart: 39, byteEnd: 43 },
                features: [{ $type: 'app.bsky.richtext.facet#tag', tag: 'tag' }],
              },
              {
                index: { byteStart: 44, byteEnd: 67 },
                features: [{ $type: 'app.bsky.richtext.facet#link', uri: 'https://example.invalid' }],
              },
            ],
          },
        },
      },
    },
    { name: 'an image', type: 'image', text: 'Ein Bild', media: ['square.jpg'], alt: 'Ein Quadrat' },
    { name: 'an image without words', type: 'image', text: '', media: ['letter.png'] },
    { name: 'a video', type: 'video', text: 'Ein Film', media: ['clip.mp4'], alt: 'Ein kurzer Film' },
    // Up to four are an embed of their own kind.
    {
      name: 'four images',
      type: 'carousel',
      text: 'Vier',
      media: ['square.jpg', 'portrait.jpg', 'landscape.jpg', 'letter.png'],
    },
  ],
  ours: {
    carousel: 'the lexicon takes 20 and asks clients for a soft limit of 10',
    'image types': 'the lexicon says image/*; these are the ones that every client shows',
  },
  rules: [
    {
      name: 'languages',
      type: 'text',
      most: { settings: { langs: ['de', 'en', 'fr'] } },
      more: { settings: { langs: ['de', 'en', 'fr', 'it'] } },
    },
  ],
  errors: [
    {
      name: 'error names',
      table: codes,
      classify: blueskyError,
      answer: (error) => ({ status: 400, json: { error, message: 'words' } }),
      means: {
        platform_auth:
          'ExpiredToken InvalidToken AuthMissing AuthenticationRequired AuthFactorTokenRequired AccountNotFound invalid_token',
        platform_permission: 'ScopeMissingError insufficient_scope',
        // The next request carries the nonce that the answer brought.
        platform_not_ready: 'invalid_dpop_proof use_dpop_nonce',
        platform_account: 'AccountDeactivated AccountTakedown AccountSuspended',
        platform_rejected: 'InvalidRequest InvalidSwap BlobNotFound RecordNotFound HandleNotFound',
        media_rejected: 'PayloadTooLarge BlobTooLarge InvalidMimeType',
        platform_rate_limited: 'RateLimitExceeded',
      },
    },
  ],
  afterError: 'published',
  afterLost: 'published',
  numbers: ['likes', 'comments', 'shares'],
};
