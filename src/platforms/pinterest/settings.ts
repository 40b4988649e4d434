import { z } from 'zod';
import { MAX_ALT_TEXT, MAX_LINK, MAX_TITLE } from './limits.ts';

const digits = z.string().regex(/^\d+$/);
const atMost = (max: number) => z.string().refine((text) => [...text].length <= max, `at most ${max}`);

/** Without a board there is no pin: everything else may stay away. */
export const settings = z.strictObject({
  board_id: digits,
  board_section_id: digits.optional(),
  title: atMost(MAX_TITLE).optional(),
  /** Where a click on the pin leads. */
  link: z
    .url({ protocol: /^https?$/ })
    .max(MAX_LINK)
    .optional(),
  /** One for the whole pin; left out, the first picture's own is taken. */
  alt_text: atMost(MAX_ALT_TEXT).optional(),
  /** A video without a cover of its own shows this frame. */
  cover_second: z.int().min(0).default(0),
  /** Adds `utm_content` to the link, so that the pin can be told from every other one for certain. */
  mark_link: z.boolean().default(false),
});

export type PinterestSettings = z.infer<typeof settings>;
