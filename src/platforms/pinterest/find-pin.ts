import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { notTaken } from '../not-taken.ts';
import type { Found, Publishing } from '../publishing.ts';
import { pages } from './api.ts';
import type { PinterestSettings } from './settings.ts';

type At = Publishing<PinterestSettings>;

const pin = z.object({
  id: z.string().min(1),
  created_at: z.string(),
  title: z.string().nullish(),
  description: z.string().nullish(),
  link: z.string().nullish(),
  alt_text: z.string().nullish(),
});
type SeenPin = z.infer<typeof pin>;

/** What was sent, and the mark in its link if there is one. */
export interface PinWords {
  readonly title: string;
  readonly description: string;
  readonly link: string;
  readonly alt_text: string;
  readonly mark: string | null;
}

/** Clocks differ; the window opens a little before our first attempt. */
const EARLIER_MS = 60_000;
/** Newest first is what everybody sees and nobody promises, so one page alone proves nothing. */
const MIN_PAGES = 2;
const MAX_PAGES = 10;

export async function findPin(at: At, words: PinWords, begunAt: number): Promise<Found<{ id: string }>> {
  const { board_id: board, board_section_id: section } = at.post.settings;
  const path = section ? `boards/${board}/sections/${section}/pins` : `boards/${board}/pins`;
  const from = begunAt - EARLIER_MS;
  let read = 0;
  for await (const items of pages(at, path, pin)) {
    read += 1;
    const alike = items.filter((seen) => madeAt(seen) >= from && isOurs(seen, words));
    const [found] = await notTaken(at, alike);
    if (found) return { is: 'live', value: { id: found.id } };
    if (read >= MIN_PAGES && items.every((seen) => madeAt(seen) < from)) return { is: 'absent' };
    if (read >= MAX_PAGES) {
      const facts = { platform: 'pinterest', reason: 'too_many_posts' };
      throw new PostboteError('outcome_unknown', { facts });
    }
  }
  return { is: 'absent' };
}

/** UTC, though the answer does not say so: "2022-10-13T01:40:29". */
export function madeAt({ created_at: time }: Pick<SeenPin, 'created_at'>): number {
  return Date.parse(/(Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`);
}

/** By the mark for certain; else by every word of it. A pin without words cannot be told from another. */
export function isOurs(seen: Omit<SeenPin, 'id' | 'created_at'>, words: PinWords): boolean {
  if (words.mark !== null) return seen.link?.includes(words.mark) ?? false;
  const names = ['title', 'description', 'link', 'alt_text'] as const;
  return (
    names.some((name) => words[name] !== '') &&
    names.every((name) => plain(seen[name] ?? '') === plain(words[name]))
  );
}

function plain(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').trim();
}
