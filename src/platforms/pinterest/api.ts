import { type ZodType, z } from 'zod';
import { readAnswer } from '../http.ts';
import type { Reading } from '../platform.ts';
import type { SigningIn } from '../signing-in.ts';
import { pinterestError } from './errors.ts';

/** In every path; no end is announced. */
export const VERSION = 'v5';

type At = Pick<Reading, 'hosts' | 'credentials' | 'call'> | (SigningIn & Pick<Reading, 'credentials'>);

export async function get<T>(at: At, path: string, shape: ZodType<T>): Promise<T> {
  const answer = await at.call({
    method: 'GET',
    url: `${at.hosts.api}/${VERSION}/${path}`,
    headers: { authorization: `Bearer ${at.credentials.accessToken}` },
    classify: pinterestError,
  });
  return readAnswer(answer, shape);
}

export async function post<T>(at: At, path: string, json: unknown, shape: ZodType<T>): Promise<T> {
  const answer = await at.call({
    method: 'POST',
    url: `${at.hosts.api}/${VERSION}/${path}`,
    headers: { authorization: `Bearer ${at.credentials.accessToken}` },
    json,
    classify: pinterestError,
    // Pinterest fetches the pictures while we wait.
    timeoutSeconds: 90,
  });
  return readAnswer(answer, shape);
}

/** The pages of a list, one at a time; the last one has no bookmark, or an empty one. */
export async function* pages<T>(at: At, path: string, item: ZodType<T>): AsyncGenerator<T[]> {
  const shape = z.object({ items: z.array(item), bookmark: z.string().nullish() });
  let query = 'page_size=250';
  for (;;) {
    const { items, bookmark } = await get(at, `${path}?${query}`, shape);
    yield items;
    if (!bookmark) return;
    query = `page_size=250&bookmark=${encodeURIComponent(bookmark)}`;
  }
}
