import { z } from 'zod';
import { utf16Text } from '../utf16-text.ts';
import { MAX_PHOTO_TITLE, MAX_PHOTOS } from './limits.ts';

/** From many to none: what is tried when nobody chose. */
export const audiences = [
  'PUBLIC_TO_EVERYONE',
  'FOLLOWER_OF_CREATOR',
  'MUTUAL_FOLLOW_FRIENDS',
  'SELF_ONLY',
] as const;
export type Audience = (typeof audiences)[number];

/** TikTok's own names, so that its documentation explains them. */
export const settings = z
  .strictObject({
    /** Left out: the widest audience that TikTok grants this account and this app. */
    privacy_level: z.enum(audiences).optional(),
    /** What the creator has switched off for good stays off. */
    disable_comment: z.boolean().default(false),
    disable_duet: z.boolean().default(false),
    disable_stitch: z.boolean().default(false),
    /** Paid partnership with a third party. */
    brand_content_toggle: z.boolean().default(false),
    /** Promotes the creator's own business. */
    brand_organic_toggle: z.boolean().default(false),
    is_aigc: z.boolean().default(false),
    /** The frame that becomes the cover of a video. */
    video_cover_timestamp_ms: z.int().min(0).optional(),
    /** Photo posts: a headline above the text; the length counts UTF-16 units. */
    title: utf16Text(MAX_PHOTO_TITLE).optional(),
    /** Photo posts: the picture on the cover, counted from 0; the last one where there are fewer. */
    photo_cover_index: z
      .int()
      .min(0)
      .max(MAX_PHOTOS - 1)
      .default(0),
    auto_add_music: z.boolean().default(false),
    /** Not published but handed to the TikTok app, where the creator finishes it. A video loses its text there. */
    send_to_inbox: z.boolean().default(false),
  })
  .refine((given) => !(given.brand_content_toggle && given.privacy_level === 'SELF_ONLY'), {
    path: ['privacy_level'],
    error: 'branded content cannot be private',
  });

export type TiktokSettings = z.infer<typeof settings>;
