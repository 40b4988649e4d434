import { PostboteError } from '../../errors.ts';
import type { Publishing } from '../publishing.ts';
import { fetchStatus } from './api.ts';
import type { Sent } from './send-video.ts';

type At = Publishing<unknown>;

export interface End {
  /** TikTok's reason, or null when it went well. */
  readonly failed: string | null;
  readonly postId: string | null;
  readonly endedAt: number;
}

/**
 * 30 questions a minute are allowed. 4 GB take "more than two minutes", without any promise; after a day nobody
 * can tell any more. `public`: the post may appear at any moment, so no end of the waiting may say "failed".
 */
const quick = { seconds: 3, times: 1000 };
const patient = { seconds: 30, times: 10_000 };
const QUICK_MS = 3 * 60 * 1000;
const PATIENT_MS = 24 * 60 * 60 * 1000;

/** "Usually within one minute"; afterwards the post goes by its publish_id. */
const idPace = { seconds: 5, times: 1000 };
const ID_MS = 2 * 60 * 1000;

export async function awaitEnd(at: At, key: string, sent: Sent): Promise<End> {
  const soon = await at.step.until(key, quick, () => askEnd(at, sent, QUICK_MS));
  if (soon !== 'late') return soon;
  const later = await at.step.until(`${key}-patient`, patient, () => askEnd(at, sent, PATIENT_MS));
  if (later !== 'late') return later;
  throw new PostboteError('outcome_unknown', { facts: { platform: 'tiktok' }, raw: 'still processing' });
}

async function askEnd(at: At, { publishId, sentAt }: Sent, withinMs: number): Promise<End | 'late' | null> {
  const { status, fail_reason: reason, postId } = await fetchStatus(at, publishId).catch(asUnknown);
  const endedAt = at.now();
  if (status === 'FAILED') return { failed: reason ?? 'unknown', postId: null, endedAt };
  if (status === 'PUBLISH_COMPLETE' || status === 'SEND_TO_USER_INBOX') {
    return { failed: null, postId, endedAt };
  }
  return endedAt - sentAt > withinMs ? 'late' : null;
}

/** It has been handed over: a question that is refused for good does not mean that the post was. */
function asUnknown(error: unknown): never {
  if (!(error instanceof PostboteError) || error.retry || error.refreshable) throw error;
  throw new PostboteError('outcome_unknown', { facts: error.facts, raw: error.raw, cause: error });
}

export async function awaitPostId(at: At, key: string, sent: Sent, endedAt: number): Promise<string | null> {
  const { postId } = await at.step.until(key, idPace, async () => {
    const found = await readPostId(at, sent.publishId);
    return found !== null || at.now() - endedAt > ID_MS ? { postId: found } : null;
  });
  return postId;
}

async function readPostId(at: At, publishId: string): Promise<string | null> {
  try {
    return (await fetchStatus(at, publishId)).postId;
  } catch (error) {
    // It is live; not knowing its number must not undo that.
    if (error instanceof PostboteError) return null;
    throw error;
  }
}
