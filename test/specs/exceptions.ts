/** Where a description and the documented API part ways: each with the reason and where it is documented. */
export interface Exception {
  readonly platform: string;
  readonly method: string;
  /** Of the real address, without its query. */
  readonly url: RegExp;
  /** The complaint that is answered here; absent: the whole address is not part of the description. */
  readonly problem?: RegExp;
  readonly reason: string;
  readonly source: string;
}

const google = {
  method: 'POST',
  url: /^https:\/\/oauth2\.googleapis\.com\/(token|revoke)$/,
  reason: 'sign-in is not part of the API it leads to',
  source: 'Google Identity, OAuth 2.0 for web server applications',
};
const video = /^https:\/\/video\.bsky\.app\/xrpc\/app\.bsky\.video\.uploadVideo$/;

export const exceptions: readonly Exception[] = [
  {
    platform: 'twitter',
    method: 'POST',
    url: /\/2\/oauth2\/(token|revoke)$/,
    reason: 'the specification leaves sign-in out',
    source: 'docs.x.com, OAuth 2.0 authorization code flow with PKCE',
  },
  {
    platform: 'twitter',
    method: 'GET',
    url: /\/2\/(tweets|users\/\d+\/tweets)$/,
    problem: /^parameter tweet\.fields is unknown$/,
    reason: 'the specification of 2026 says post.fields, the pages and every client say tweet.fields',
    source: 'docs.x.com, fields',
  },
  {
    platform: 'pinterest',
    method: 'POST',
    url: /\/v5\/oauth\/token$/,
    problem: /continuous_refresh$/,
    reason: 'asked for by apps made before 2025-09-25, and not in the specification',
    source: 'developers.pinterest.com, authentication, continuous refresh tokens',
  },
  {
    platform: 'pinterest',
    method: 'POST',
    url: /^https:\/\/upload\.pinterest\.invalid\//,
    reason: 'the bucket that the registered upload names is not Pinterest’s API',
    source: 'Amazon S3, POST object',
  },
  { platform: 'youtube', ...google },
  {
    platform: 'youtube',
    method: 'PUT',
    url: /^https:\/\/www\.googleapis\.com\/upload\/youtube\/v3\/videos$/,
    reason: 'the address of an upload session comes from an answer; only the call that opens it is described',
    source: 'YouTube Data API, resumable uploads',
  },
  { platform: 'google_business', ...google },
  {
    platform: 'facebook',
    method: 'GET',
    url: /\/oauth\/access_token$/,
    reason: 'the SDK’s nodes leave sign-in out',
    source: 'Facebook Login, build a login flow by hand; long-lived tokens',
  },
  {
    platform: 'facebook',
    method: 'POST',
    url: /^https:\/\/rupload\.facebook\.com\/video-upload\//,
    reason: 'the upload host is not the Graph API',
    source: 'Reels publishing guide, step 2',
  },
  {
    platform: 'facebook',
    method: 'POST',
    url: /\/\d+\/photos$/,
    problem: /^parameter source is unknown$/,
    reason: 'the file of a multipart upload; the SDK adds it by itself',
    source: 'Page photos reference',
  },
  {
    platform: 'facebook',
    method: 'POST',
    url: /\/\d+\/video_reels$/,
    problem: /^parameter upload_phase: (start|finish) is none of FINISH,START$/,
    reason: 'the guide writes the phases in small letters, as for videos',
    source: 'Reels publishing guide, steps 1 and 3',
  },
  {
    platform: 'facebook',
    method: 'GET',
    url: /\/\d+\/published_posts$/,
    problem: /^parameter since is unknown$/,
    reason: 'time-based paging, which every feed edge takes',
    source: 'Graph API, paginated results',
  },
  {
    platform: 'instagram',
    method: 'POST',
    url: /^https:\/\/api\.instagram\.com\/oauth\/access_token$/,
    reason: 'the SDK’s nodes leave sign-in out',
    source: 'Business login for Instagram, step 2',
  },
  {
    platform: 'bluesky',
    method: 'POST',
    url: video,
    problem: /^parameter (did|name) is unknown$/,
    reason: 'the video service asks for both, the lexicon names neither',
    source: 'docs.bsky.app, tutorial on video uploads',
  },
  {
    platform: 'bluesky',
    method: 'POST',
    url: video,
    problem: /^body of type video\/(quicktime|webm|mpeg) instead of video\/mp4$/,
    reason: 'the service also encodes what Bluesky’s own app sends',
    source: 'bluesky-social/social-app, src/lib/constants.ts',
  },
];
