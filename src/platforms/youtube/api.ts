import type { ZodType } from 'zod';
import type { Call, Hosts } from '../call.ts';
import { readAnswer } from '../http.ts';
import type { Credentials } from '../signing-in.ts';
import { youtubeError } from './errors.ts';

/** What every call needs; publishing, reading and signing in all have it. */
export interface Caller {
  readonly call: Call;
  readonly hosts: Hosts;
  readonly credentials: Credentials;
}

export async function dataGet<T>(
  at: Caller,
  resource: string,
  query: Record<string, string>,
  shape: ZodType<T>,
): Promise<T> {
  const answer = await at.call({
    method: 'GET',
    url: `${at.hosts.api}/youtube/v3/${resource}?${new URLSearchParams(query)}`,
    headers: bearer(at),
    classify: youtubeError,
  });
  return readAnswer(answer, shape);
}

export function bearer(at: Caller): { authorization: string } {
  return { authorization: `Bearer ${at.credentials.accessToken}` };
}
