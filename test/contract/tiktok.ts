import { codes, failReasons, tiktokError } from '../../src/platforms/tiktok/errors.ts';
import type { PlatformContract } from './platform-contract.ts';

export const tiktok: PlatformContract = {
  login: { reaches: 'one', renewal: 'token', dueSeconds: 1800, curable: true },
  posts: [
    {
      name: 'a video',
      type: 'video',
      text: 'Ein Film',
      media: ['clip.mp4'],
      settings: {
        privacy_level: 'MUTUAL_FOLLOW_FRIENDS',
        disable_comment: true,
        disable_duet: true,
        disable_stitch: true,
        brand_content_toggle: true,
        brand_organic_toggle: true,
        is_aigc: true,
        video_cover_timestamp_ms: 1000,
      },
      sends: {
        path: /\/video\/init\/$/,
        holds: {
          post_info: {
            title: 'Ein Film',
            privacy_level: 'MUTUAL_FOLLOW_FRIENDS',
            disable_comment: true,
            disable_duet: true,
            disable_stitch: true,
            brand_content_toggle: true,
            brand_organic_toggle: true,
            is_aigc: true,
            video_cover_timestamp_ms: 1000,
          },
        },
      },
    },
    {
      name: 'an image',
      type: 'image',
      text: 'Ein Bild',
      shows: 'Titel\nEin Bild',
      media: ['square.jpg'],
      settings: { title: 'Titel', auto_add_music: true },
      sends: {
        path: /\/content\/init\/$/,
        holds: {
          post_mode: 'DIRECT_POST',
          post_info: { title: 'Titel', description: 'Ein Bild', auto_add_music: true },
        },
      },
    },
    {
      name: 'pictures with another cover',
      type: 'carousel',
      text: 'Zwei Bilder',
      media: ['square.jpg', 'portrait.jpg'],
      settings: { photo_cover_index: 1 },
      sends: { path: /\/content\/init\/$/, holds: { source_info: { photo_cover_index: 1 } } },
    },
    {
      name: 'pictures for the inbox',
      type: 'image',
      text: 'Ein Entwurf',
      media: ['square.jpg'],
      settings: { send_to_inbox: true },
      sends: { path: /\/content\/init\/$/, holds: { post_mode: 'MEDIA_UPLOAD' } },
    },
  ],
  ours: {},
  rules: [
    {
      name: 'the title of a photo post',
      type: 'image',
      media: ['square.jpg'],
      most: { settings: { title: '😀'.repeat(45) } },
      more: { settings: { title: `${'😀'.repeat(45)}x` } },
    },
  ],
  errors: [
    {
      name: 'codes',
      table: codes,
      classify: tiktokError,
      // A refusal may come as a success, too.
      answer: (code) => ({ status: 200, json: { data: {}, error: { code, message: 'words', log_id: '1' } } }),
      means: {
        platform_auth: 'access_token_invalid access_token_expired',
        platform_permission:
          'scope_not_authorized scope_permission_missed unaudited_client_can_only_post_to_private_accounts url_ownership_unverified app_version_check_failed token_not_authorized_for_specified_publish_id',
        platform_rate_limited: 'rate_limit_exceeded spam_risk_too_many_posts reached_active_user_cap',
        platform_account: 'spam_risk_user_banned_from_posting spam_risk_too_many_pending_share',
        platform_rejected:
          'spam_risk spam_risk_text privacy_level_option_mismatch invalid_param invalid_params invalid_publish_id',
        media_rejected: 'invalid_file_upload',
        platform_unavailable: 'internal_error',
      },
    },
    {
      name: 'why a publication failed',
      table: failReasons,
      means: {
        media_rejected:
          'file_format_check_failed duration_check_failed frame_rate_check_failed picture_size_check_failed',
        again: 'internal video_pull_failed photo_pull_failed',
        platform_rejected: 'publish_cancelled spam_risk_too_many_posts spam_risk_text spam_risk',
        // This post is lost for certain; that the login is gone shows with the next call.
        platform_permission: 'auth_removed',
        platform_account: 'spam_risk_user_banned_from_posting',
      },
    },
  ],
  afterError: 'published',
  afterLost: 'published',
  numbers: ['likes', 'comments', 'shares', 'reach'],
};
