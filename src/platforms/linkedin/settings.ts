import { z } from 'zod';
import type { Draft, Issue } from '../platform.ts';
import { utf16Text } from '../utf16-text.ts';
import { DESCRIPTION_CHARACTERS, TITLE_CHARACTERS } from './limits.ts';

export const settings = z.strictObject({
  /** CONNECTIONS is for members; a page's posts are public. */
  visibility: z.enum(['PUBLIC', 'CONNECTIONS']).default('PUBLIC'),
  reshare_disabled: z.boolean().default(false),
  video_title: utf16Text(TITLE_CHARACTERS).min(1).optional(),
  /** A link card. LinkedIn does not read the page itself: what is not given is not shown. */
  article: z
    .strictObject({
      url: z.url({ protocol: /^https?$/ }),
      title: utf16Text(TITLE_CHARACTERS).min(1),
      description: utf16Text(DESCRIPTION_CHARACTERS).optional(),
    })
    .optional(),
  poll: z
    .strictObject({
      question: utf16Text(140).min(1),
      options: z.array(utf16Text(30).min(1)).min(2).max(4),
      duration: z.enum(['ONE_DAY', 'THREE_DAYS', 'SEVEN_DAYS', 'FOURTEEN_DAYS']).default('THREE_DAYS'),
    })
    .optional(),
});

export type LinkedinSettings = z.infer<typeof settings>;

/** A post carries one kind of content: files, a link card or a poll. */
export function check({ type, settings: { article, poll } }: Draft<LinkedinSettings>): Issue[] {
  const wrong = (field: string, expected: string): Issue => ({
    code: 'field_wrong',
    facts: { field: `settings.${field}`, expected },
  });
  const issues: Issue[] = [];
  if (article && type !== 'text') issues.push(wrong('article', 'a post without media'));
  if (poll && type !== 'text') issues.push(wrong('poll', 'a post without media'));
  if (article && poll) issues.push(wrong('poll', 'a post without article'));
  return issues;
}
