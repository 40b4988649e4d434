import { reasons, youtubeError } from '../../src/platforms/youtube/errors.ts';
import { rejections } from '../../src/platforms/youtube/processing.ts';
import type { PlatformContract } from './platform-contract.ts';

const media = ['clip.mp4'];
/** Nine tags of 50 letters and eight commas, then one that fills up to 500. */
const tags = (last: number) => [
  ...Array.from({ length: 9 }, (_, index) => `${index}`.repeat(50)),
  'x'.repeat(last),
];

export const youtube: PlatformContract = {
  login: { reaches: 'one', renewal: 'token', dueSeconds: 300, curable: true },
  posts: [
    {
      name: 'a video with a thumbnail',
      type: 'video',
      text: 'Ein Film\nund was darin geschieht',
      media,
      cover: 'cover.jpg',
      settings: {
        title: 'Titel',
        tags: ['brief', 'zwei worte'],
        category_id: '27',
        privacy: 'unlisted',
        made_for_kids: true,
        contains_synthetic_media: true,
        notify_subscribers: false,
        license: 'creativeCommon',
        embeddable: false,
        public_stats_viewable: false,
        language: 'de',
      },
      sends: {
        path: /\/upload\/youtube\/v3\/videos$/,
        holds: {
          notifySubscribers: 'false',
          snippet: { title: 'Titel', tags: ['brief', 'zwei worte'], categoryId: '27', defaultLanguage: 'de' },
          status: {
            privacyStatus: 'unlisted',
            selfDeclaredMadeForKids: true,
            containsSyntheticMedia: true,
            license: 'creativeCommon',
            embeddable: false,
            publicStatsViewable: false,
          },
        },
      },
    },
    {
      name: 'a video that is named after its first line',
      type: 'video',
      text: 'Erste Zeile\nZweite',
      media,
      sends: { path: /\/upload\/youtube\/v3\/videos$/, holds: { snippet: { title: 'Erste Zeile' } } },
    },
  ],
  ours: {},
  rules: [
    {
      name: 'the title',
      type: 'video',
      media,
      most: { settings: { title: '😀'.repeat(50) } },
      more: { settings: { title: `${'😀'.repeat(50)}x` } },
      // Our own metadata cuts it before it goes out.
      seenByTwin: false,
    },
    {
      name: 'all tags together',
      type: 'video',
      media,
      most: { settings: { tags: tags(41) } },
      more: { settings: { tags: tags(42) } },
    },
  ],
  errors: [
    {
      name: 'reasons',
      table: reasons,
      classify: youtubeError,
      answer: (reason) => ({
        status: 400,
        json: { error: { code: 400, message: 'words', errors: [{ reason }] } },
      }),
      means: {
        platform_auth: 'authError',
        platform_account:
          'youtubeSignupRequired authenticatedUserNotChannel authenticatedUserAccountSuspended authenticatedUserAccountClosed accountSuspended accountClosed channelSuspended channelClosed',
        platform_permission:
          'insufficientPermissions ACCESS_TOKEN_SCOPE_INSUFFICIENT forbidden forbiddenPrivacySetting forbiddenLicenseSetting accessNotConfigured SERVICE_DISABLED',
        platform_rate_limited:
          'quotaExceeded dailyLimitExceeded uploadLimitExceeded rateLimitExceeded userRateLimitExceeded uploadRateLimitExceeded RATE_LIMIT_EXCEEDED',
        media_rejected: 'invalidImage uploadTooLarge badContent',
        platform_rejected:
          'invalidTitle invalidDescription invalidTags invalidCategoryId invalidPublishAt invalidVideoMetadata invalidFilename mediaBodyRequired defaultLanguageNotSet',
        platform_unavailable: 'backendError internalError processingFailure',
      },
    },
    {
      name: 'why a finished upload was taken away',
      table: rejections,
      means: {
        platform_duplicate: 'duplicate',
        media_rejected: 'length',
        platform_account: 'uploaderAccountSuspended uploaderAccountClosed',
      },
    },
  ],
  afterError: 'published',
  afterLost: 'published',
  numbers: ['likes', 'comments', 'shares', 'reach'],
};
