import type { ZodType } from 'zod';
import type { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import type { CallAnswer, Reading } from '../platform.ts';
import { instagramError } from './errors.ts';

/**
 * Released 2026-07-29. A version ends two years after its successor appears (v25.0: 2028-07-29); v26.0 has no
 * successor and no end date yet. An ended version is not refused but silently served as a newer one.
 */
export const GRAPH_VERSION = 'v26.0';

type At = Pick<Reading, 'call' | 'hosts' | 'credentials'>;

export async function graphGet<T>(
  at: At,
  path: string,
  query: Record<string, string>,
  shape: ZodType<T>,
): Promise<T> {
  const answer = await at.call({
    method: 'GET',
    url: `${at.hosts.graph}/${GRAPH_VERSION}/${path}?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${at.credentials.accessToken}` },
    classify: instagramError,
  });
  return readAnswer(answer, shape);
}

export async function graphPost<T>(
  at: At,
  path: string,
  form: Record<string, string>,
  shape: ZodType<T>,
  classify: (answer: CallAnswer) => PostboteError = instagramError,
): Promise<T> {
  const answer = await at.call({
    method: 'POST',
    url: `${at.hosts.graph}/${GRAPH_VERSION}/${path}`,
    headers: { authorization: `Bearer ${at.credentials.accessToken}` },
    form,
    classify,
    timeoutSeconds: 60,
  });
  return readAnswer(answer, shape);
}
