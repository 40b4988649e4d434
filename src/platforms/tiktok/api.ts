import { z } from 'zod';
import type { CallAnswer } from '../call.ts';
import { readAnswer } from '../http.ts';
import type { Reading } from '../platform.ts';
import { errorCodeOf, tiktokError } from './errors.ts';

type At = Pick<Reading, 'call' | 'hosts' | 'credentials'>;

export const API_VERSION = 'v2';

export async function apiPost<T>(at: At, path: string, json: unknown, data: z.ZodType<T>): Promise<T> {
  return readData(await postRaw(at, path, json), data);
}

/** An error may come under HTTP 200, too. */
export async function postRaw(at: At, path: string, json: unknown): Promise<CallAnswer> {
  const answer = await at.call({
    method: 'POST',
    url: `${at.hosts.api}/${API_VERSION}/${path}`,
    headers: {
      authorization: `Bearer ${at.credentials.accessToken}`,
      'content-type': 'application/json; charset=UTF-8',
    },
    json,
    classify: tiktokError,
    timeoutSeconds: 30,
  });
  if ((errorCodeOf(answer) ?? 'ok') !== 'ok') throw tiktokError(answer);
  return answer;
}

export function readData<T>(answer: CallAnswer, data: z.ZodType<T>): T {
  return readAnswer(answer, z.object({ data })).data;
}

const creator = z.object({
  creator_username: z.string().optional(),
  privacy_level_options: z.array(z.string()),
  comment_disabled: z.boolean().default(false),
  duet_disabled: z.boolean().default(false),
  stitch_disabled: z.boolean().default(false),
  max_video_post_duration_sec: z.number().positive().optional(),
});
export type Creator = z.infer<typeof creator>;

/** Demanded before every post. It also refuses a creator who has reached the cap or may not post at all. */
export function queryCreator(at: At): Promise<Creator> {
  return apiPost(at, 'post/publish/creator_info/query/', {}, creator);
}

const publication = z.object({
  status: z.string(),
  fail_reason: z.string().optional(),
  uploaded_bytes: z.number().optional(),
});
export type Publication = z.infer<typeof publication> & { readonly postId: string | null };

export async function fetchStatus(at: At, publishId: string): Promise<Publication> {
  const answer = await postRaw(at, 'post/publish/status/fetch/', { publish_id: publishId });
  return { ...readData(answer, publication), postId: postIdIn(answer.text) };
}

/** The id is a bare int64: read from the text, because a parsed number has lost its last digits. */
export function postIdIn(text: string): string | null {
  return /"publica?ly_available_post_id"\s*:\s*\[\s*"?(\d+)/.exec(text)?.[1] ?? null;
}
