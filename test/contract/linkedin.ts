import { codes, linkedinError, numbers } from '../../src/platforms/linkedin/errors.ts';
import type { PlatformContract } from './platform-contract.ts';

const poll = (question: string, option: string) => ({
  question,
  options: [option, 'Nein'],
  duration: 'ONE_DAY',
});

const member: PlatformContract = {
  login: { reaches: 'several', renewal: 'token', dueSeconds: 3600, curable: true },
  posts: [
    {
      name: 'text for connections',
      type: 'text',
      text: 'Nur für Bekannte (und *alle* Zeichen)',
      settings: { visibility: 'CONNECTIONS', reshare_disabled: true },
      sends: {
        path: /\/rest\/posts$/,
        holds: { visibility: 'CONNECTIONS', isReshareDisabledByAuthor: true },
      },
    },
    {
      name: 'an article',
      type: 'text',
      text: 'Ein Verweis',
      settings: { article: { url: 'https://example.com/', title: 'Titel', description: 'Worum es geht' } },
      sends: {
        path: /\/rest\/posts$/,
        holds: {
          content: {
            article: { source: 'https://example.com/', title: 'Titel', description: 'Worum es geht' },
          },
        },
      },
    },
    {
      name: 'a poll',
      type: 'text',
      text: 'Eine Frage',
      settings: { poll: poll('Gut so?', 'Ja') },
      sends: {
        path: /\/rest\/posts$/,
        holds: { content: { poll: { question: 'Gut so?', options: [{ text: 'Ja' }, { text: 'Nein' }] } } },
      },
    },
    {
      name: 'an image',
      type: 'image',
      text: 'Ein Bild',
      media: ['square.jpg'],
      alt: 'Ein Quadrat',
      sends: { path: /\/rest\/posts$/, holds: { content: { media: { altText: 'Ein Quadrat' } } } },
    },
    {
      name: 'a video',
      type: 'video',
      text: 'Ein Film',
      media: ['clip.mp4'],
      cover: 'cover.jpg',
      settings: { video_title: 'Titel' },
      sends: { path: /\/rest\/posts$/, holds: { content: { media: { title: 'Titel' } } } },
    },
  ],
  ours: { 'image size': 'LinkedIn publishes no size; 10 MB is what other clients live with' },
  rules: [
    {
      name: 'the title of an article',
      type: 'text',
      most: { settings: { article: { url: 'https://example.com/', title: '😀'.repeat(200) } } },
      more: { settings: { article: { url: 'https://example.com/', title: `${'😀'.repeat(200)}x` } } },
    },
    {
      name: 'the description of an article',
      type: 'text',
      most: {
        settings: { article: { url: 'https://example.com/', title: 'x', description: '😀'.repeat(2043) } },
      },
      more: {
        settings: {
          article: { url: 'https://example.com/', title: 'x', description: `${'😀'.repeat(2043)}x` },
        },
      },
    },
    {
      name: 'the question of a poll',
      type: 'text',
      most: { settings: { poll: poll('😀'.repeat(70), 'Ja') } },
      more: { settings: { poll: poll(`${'😀'.repeat(70)}x`, 'Ja') } },
    },
    {
      name: 'an option of a poll',
      type: 'text',
      most: { settings: { poll: poll('x', '😀'.repeat(15)) } },
      more: { settings: { poll: poll('x', `${'😀'.repeat(15)}x`) } },
    },
    {
      name: 'the title of a video',
      type: 'video',
      media: ['clip.mp4'],
      most: { settings: { video_title: '😀'.repeat(200) } },
      more: { settings: { video_title: `${'😀'.repeat(200)}x` } },
    },
  ],
  errors: [
    {
      name: 'codes',
      table: codes,
      classify: (answer) => linkedinError(answer),
      answer: (code) => ({ status: 400, json: { status: 400, code, message: 'words' } }),
      means: {
        platform_auth: 'EMPTY_ACCESS_TOKEN INVALID_ACCESS_TOKEN EXPIRED_ACCESS_TOKEN REVOKED_ACCESS_TOKEN',
        platform_permission: 'ACCESS_DENIED',
        platform_rejected:
          'VERSION_MISSING NONEXISTENT_VERSION FIELD_LENGTH_TOO_LONG MISSING_FIELD INVALID_VALUE_FOR_FIELD INVALID_VALUE_BLANK_FIELD INVALID_URN_TYPE INVALID_URN_ID',
        platform_not_ready: 'MEDIA_ASSET_WAITING_UPLOAD EXPIRED_UPLOAD_URL CONFLICT',
        media_rejected: 'MEDIA_ASSET_PROCESSING_FAILED',
        platform_duplicate: 'DUPLICATE_POST',
        platform_rate_limited: 'TOO_MANY_REQUESTS',
      },
    },
    {
      name: 'service error codes',
      table: numbers,
      classify: (answer) => linkedinError(answer),
      answer: (number) => ({ status: 400, json: { serviceErrorCode: Number(number), message: 'words' } }),
      means: {
        platform_permission: '100',
        platform_rate_limited: '101',
        platform_auth: '65600 65601 65602 65604',
      },
    },
  ],
  // A member's posts cannot be listed: nobody can tell.
  afterError: 'unconfirmed',
  afterLost: 'unconfirmed',
  numbers: ['likes', 'comments', 'shares', 'reach'],
};

/** Everybody sees what a page says, and its posts can be listed: an answer that got lost is found again. */
const page: PlatformContract = {
  ...member,
  pageName: '-studio',
  posts: member.posts.map((post, index) =>
    index > 0
      ? post
      : {
          ...post,
          name: 'text for everybody',
          settings: { visibility: 'PUBLIC', reshare_disabled: true },
          sends: {
            path: /\/rest\/posts$/,
            holds: { visibility: 'PUBLIC', isReshareDisabledByAuthor: true },
          },
        },
  ),
  // Titles, polls and error tables are the same whoever is signed in.
  rules: [],
  errors: [],
  afterLost: 'published',
};

export const linkedin: PlatformContract = { ...member, pages: page };
