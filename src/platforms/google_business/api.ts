import type { ZodType } from 'zod';
import { readAnswer } from '../http.ts';
import type { Reading } from '../platform.ts';
import type { Credentials } from '../signing-in.ts';
import { googleError } from './errors.ts';

/** The old API is the only one with posts; no end is announced. */
export const VERSION = 'v4';

export interface At extends Pick<Reading, 'call'> {
  readonly credentials: Credentials;
}

export async function get<T>(at: At, url: string, shape: ZodType<T>): Promise<T> {
  const answer = await at.call({
    method: 'GET',
    url,
    headers: { authorization: `Bearer ${at.credentials.accessToken}` },
    classify: googleError,
  });
  return readAnswer(answer, shape);
}

export async function post<T>(at: At, url: string, json: unknown, shape: ZodType<T>): Promise<T> {
  const answer = await at.call({
    method: 'POST',
    url,
    headers: { authorization: `Bearer ${at.credentials.accessToken}` },
    json,
    classify: googleError,
    // Google fetches the picture while we wait.
    timeoutSeconds: 60,
  });
  return readAnswer(answer, shape);
}

/** The pages of a list, one at a time. */
export async function* pages<T extends { nextPageToken?: string | undefined }>(
  at: At,
  url: string,
  query: Record<string, string>,
  shape: ZodType<T>,
): AsyncGenerator<T> {
  let pageToken: string | undefined;
  do {
    const parameters = new URLSearchParams({ ...query, ...(pageToken && { pageToken }) });
    const page: T = await get(at, `${url}?${parameters}`, shape);
    yield page;
    pageToken = page.nextPageToken;
  } while (pageToken);
}
