import { z } from 'zod';
import { utf16Text } from '../utf16-text.ts';
import { MAX_TAGS, MAX_TITLE } from './limits.ts';

const withoutAngles = /^[^<>]*$/;

export const settings = z.strictObject({
  /** Left out: the first line of the text. */
  title: utf16Text(MAX_TITLE).trim().min(1).regex(withoutAngles).optional(),
  tags: z
    .array(z.string().trim().min(1).regex(withoutAngles))
    .refine((tags) => weighTags(tags) <= MAX_TAGS, `more than ${MAX_TAGS} characters in all`)
    .default([]),
  /** 22 is "People & Blogs", what YouTube itself takes when none is named. */
  category_id: z
    .string()
    .regex(/^\d{1,3}$/)
    .default('22'),
  privacy: z.enum(['public', 'unlisted', 'private']).default('public'),
  /** US law (COPPA) asks every uploader; such videos have no comments and no notifications. */
  made_for_kids: z.boolean().default(false),
  /** Realistic pictures or sounds that were altered or made by a machine. */
  contains_synthetic_media: z.boolean().default(false),
  notify_subscribers: z.boolean().default(true),
  license: z.enum(['youtube', 'creativeCommon']).default('youtube'),
  embeddable: z.boolean().default(true),
  public_stats_viewable: z.boolean().default(true),
  /** BCP 47, of title, description and sound. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$/)
    .optional(),
});

export type YoutubeSettings = z.infer<typeof settings>;

/** Videos resource, `snippet.tags`: commas between tags count, and two quotation marks around one with a space. */
export function weighTags(tags: readonly string[]): number {
  const letters = tags.reduce((sum, tag) => sum + tag.length + (/\s/.test(tag) ? 2 : 0), 0);
  return letters + Math.max(0, tags.length - 1);
}
