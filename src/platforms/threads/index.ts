import { z } from 'zod';
import { metaUsage } from '../meta/usage.ts';
import type { Draft, Issue, Platform } from '../platform.ts';
import { auth } from './auth.ts';
import { THREADS_VERSION } from './graph.ts';
import { insights } from './insights.ts';
import { limits, MAX_LINKS } from './limits.ts';
import { publish } from './publish.ts';

const settings = z.strictObject({
  /** Left out: everyone may reply. */
  reply_control: z
    .enum(['everyone', 'accounts_you_follow', 'mentioned_only', 'parent_post_author_only', 'followers_only'])
    .optional(),
  /** One per post; the first #tag of the text counts where this is left out. */
  topic_tag: z
    .string()
    .trim()
    .regex(/^[^.&]{1,50}$/)
    .optional(),
  /** Shown as a card below a text. */
  link_attachment: z.url({ protocol: /^https?$/ }).optional(),
});

export type ThreadsSettings = z.infer<typeof settings>;

export const threads: Platform<ThreadsSettings> = {
  id: 'threads',
  name: 'Threads',
  limits,
  capabilities: {
    postTypes: ['text', 'image', 'video', 'carousel'],
    // The API knows no parameter for it.
    cover: false,
    // Images and videos.
    altText: true,
  },
  settings,
  auth,
  hosts: { graph: 'https://graph.threads.net', web: 'https://www.threads.net' },
  api: { version: THREADS_VERSION, endsOn: null },
  metrics: {
    likes: 'likes',
    comments: 'replies',
    shares: 'reposts + quotes + shares',
    // Threads tells no reach; how often it was seen is the nearest.
    reach: 'views',
  },
  check,
  // How many posts are left is asked of the account itself, before each.
  rates: metaUsage,
  publish,
  insights,
};

function check({ type, text, settings: { link_attachment: link } }: Draft<ThreadsSettings>): Issue[] {
  const issues: Issue[] = [];
  const links = new Set(text.match(/https?:\/\/[^\s<>"']+/giu) ?? []);
  if (link !== undefined) links.add(link);
  if (links.size > MAX_LINKS) {
    issues.push({
      code: 'too_many_links',
      facts: { platform: 'threads', count: links.size, max: MAX_LINKS },
    });
  }
  if (link !== undefined && type !== 'text') {
    issues.push({
      code: 'field_wrong',
      facts: { field: 'link_attachment', expected: 'a post without media' },
    });
  }
  return issues;
}
