import { failures, table, threadsError } from '../../src/platforms/threads/errors.ts';
import { withCode, withSubcode } from './graph-answers.ts';
import type { PlatformContract } from './platform-contract.ts';

const links = (count: number) =>
  Array.from({ length: count }, (_, index) => `https://example.com/${index}`).join(' ');

export const threads: PlatformContract = {
  login: { reaches: 'one', renewal: 'refresh_access_token', dueSeconds: 20 * 86_400, curable: false },
  posts: [
    {
      name: 'text with a topic',
      type: 'text',
      text: 'Nur Text',
      settings: { reply_control: 'mentioned_only', topic_tag: 'Briefe' },
      sends: {
        path: /\/threads$/,
        holds: { text: 'Nur Text', reply_control: 'mentioned_only', topic_tag: 'Briefe' },
      },
    },
    {
      name: 'text with a card',
      type: 'text',
      text: 'Ein Verweis',
      settings: { link_attachment: 'https://example.com/' },
      sends: { path: /\/threads$/, holds: { link_attachment: 'https://example.com/' } },
    },
    { name: 'an image', type: 'image', text: 'Ein Bild', media: ['letter.png'], alt: 'Ein Brief' },
    { name: 'a video', type: 'video', text: 'Ein Film', media: ['clip.mp4'], alt: 'Ein kurzer Film' },
  ],
  ours: {},
  rules: [
    { name: 'links', type: 'text', most: { text: links(5) }, more: { text: links(6) } },
    {
      name: 'the topic',
      type: 'text',
      most: { settings: { topic_tag: 'x'.repeat(50) } },
      more: { settings: { topic_tag: 'x'.repeat(51) } },
    },
  ],
  errors: [
    {
      name: 'codes',
      table: table.codes,
      classify: threadsError,
      answer: withCode,
      means: {
        platform_unavailable: '1 2 24',
        platform_permission: '3 10 101',
        platform_rate_limited: '4 17 32 613',
        platform_rejected: '100',
        platform_auth: '102 190',
        platform_account: '368',
      },
    },
    {
      name: 'subcodes',
      table: table.subcodes,
      classify: threadsError,
      answer: (subcode) => withSubcode(subcode, 100),
      means: {
        platform_unavailable: '33 2207051 4279009',
        platform_rate_limited: '2207042',
        media_unreachable: '2207052',
        platform_account: '4279013',
      },
    },
    {
      name: 'why a container failed',
      table: failures,
      means: {
        media_rejected:
          'FAILED_PROCESSING_AUDIO FAILED_PROCESSING_VIDEO INVALID_ASPEC_RATIO INVALID_BIT_RATE INVALID_DURATION INVALID_FRAME_RATE INVALID_AUDIO_CHANNELS INVALID_AUDIO_CHANNEL_LAYOUT',
      },
    },
  ],
  afterError: 'published',
  afterLost: 'published',
  numbers: ['likes', 'comments', 'shares', 'reach'],
};
