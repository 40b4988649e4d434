import { z } from 'zod';
import { type ErrorCode, PostboteError } from '../../errors.ts';
import type { Publishing } from '../publishing.ts';
import { dataGet } from './api.ts';

type At = Publishing<unknown>;

/** Short videos are ready within the first minute; after that a question (one unit of quota) less often. */
const soon = { seconds: 5, times: 100 };
const later = { seconds: 30, times: 100 };
const SOON_MS = 60_000;
/** Long films take hours. By then the watch page works, and the video counts as published. */
const PATIENCE_MS = 20 * 60_000;

const videos = z.object({
  items: z
    .array(
      z.object({
        status: z.object({
          uploadStatus: z.string(),
          failureReason: z.string().optional(),
          rejectionReason: z.string().optional(),
        }),
      }),
    )
    .default([]),
});

/** Why YouTube took a finished upload away again → ours. */
export const rejections: Readonly<Record<string, ErrorCode>> = {
  duplicate: 'platform_duplicate',
  length: 'media_rejected',
  uploaderAccountSuspended: 'platform_account',
  uploaderAccountClosed: 'platform_account',
};

/** The video exists, so only YouTube's own verdict counts against it; whatever hinders asking does not. */
export async function awaitProcessing(at: At, id: string): Promise<void> {
  const sentAt = await at.step.repeat('sent-at', async () => at.now());
  const ask = (patienceMs: number, isSoon: boolean) => async () => {
    const known = await askStatus(at, id, isSoon);
    return known ?? (at.now() - sentAt >= patienceMs ? 'pending' : null);
  };
  const first = await at.step.until('processed-soon', soon, ask(SOON_MS, true));
  if (first === 'pending') await at.step.until('processed', later, ask(PATIENCE_MS, false));
}

async function askStatus(at: At, id: string, isSoon: boolean): Promise<'done' | null> {
  const status = await readStatus(at, id, isSoon);
  if (status === 'unreadable') return 'done';
  if (status === null || status.uploadStatus === 'uploaded') return null;
  const facts = { platform: 'youtube' };
  if (status.uploadStatus === 'failed') {
    const reason = status.failureReason ?? 'processing_failed';
    throw new PostboteError('media_rejected', { facts: { ...facts, reason } });
  }
  if (status.uploadStatus === 'rejected') {
    const reason = status.rejectionReason ?? 'rejected';
    throw new PostboteError(rejections[reason] ?? 'platform_rejected', {
      facts: { ...facts, reason },
      raw: `rejected: ${reason}`,
    });
  }
  return 'done';
}

async function readStatus(at: At, id: string, isSoon: boolean) {
  try {
    const { items } = await dataGet(at, 'videos', { part: 'status', id }, videos);
    return items[0]?.status ?? null;
  } catch (error) {
    if (!(error instanceof PostboteError)) throw error;
    // A disturbance passes. A token that ran out is renewed before the next question; one that is still refused
    // after a minute was withdrawn, and there is nothing to wait for.
    return error.retry || (error.refreshable && isSoon) ? null : 'unreadable';
  }
}
