import { z } from 'zod';
import type { GraphAt } from '../meta/graph.ts';
import { graph } from './graph.ts';

const errors = z.array(z.object({ code: z.number().optional(), message: z.string().optional() })).optional();
const phase = z.object({ status: z.string().optional(), errors });
const node = z.object({
  post_id: z.string().optional(),
  status: z.object({
    video_status: z.string().optional(),
    uploading_phase: phase
      // The documentation spells it with one r, the answers with two.
      .extend({ bytes_transferred: z.number().optional(), bytes_transfered: z.number().optional() })
      .optional(),
    processing_phase: phase.optional(),
    publishing_phase: phase.extend({ publish_status: z.string().optional() }).optional(),
  }),
});

export interface Progress {
  readonly postId: string | null;
  readonly overall: string;
  readonly uploading: string;
  readonly processing: string;
  readonly publishing: string;
  readonly publishStatus: string;
  readonly bytes: number;
  /** What Facebook says went wrong. */
  readonly words: string;
}

export async function readVideo(at: GraphAt, videoId: string): Promise<Progress> {
  const { status, post_id: postId = null } = await graph.get(at, videoId, { fields: 'status,post_id' }, node);
  const { uploading_phase: upload, processing_phase: process, publishing_phase: publish } = status;
  const problems = [upload, process, publish].flatMap((one) => one?.errors ?? []);
  return {
    postId,
    overall: status.video_status ?? '',
    uploading: upload?.status ?? 'not_started',
    processing: process?.status ?? 'not_started',
    publishing: publish?.status ?? 'not_started',
    publishStatus: publish?.publish_status ?? '',
    bytes: upload?.bytes_transferred ?? upload?.bytes_transfered ?? 0,
    words: problems
      .map(({ code, message }) => `${code ?? ''} ${message ?? ''}`.trim())
      .join('; ')
      .slice(0, 500),
  };
}

const isDone = (status: string) => status === 'complete' || status === 'completed';

export function isUploaded({ uploading }: Progress): boolean {
  return isDone(uploading);
}

/**
 * - `shown`: everybody can see it;
 * - `accepted`: Facebook publishes it as soon as it can;
 * - `working`: something is under way, and it does not say whether publishing is part of it;
 * - `idle`: nobody asked for it to be published;
 * - `broken`: it never will be.
 */
export function progressOf(at: Progress): 'shown' | 'accepted' | 'working' | 'idle' | 'broken' {
  const phases = [at.uploading, at.processing, at.publishing];
  if (phases.includes('error') || ['error', 'expired', 'upload_failed'].includes(at.overall)) return 'broken';
  const isAsked =
    at.publishStatus === 'published' || (at.publishing !== 'not_started' && at.publishStatus !== 'draft');
  if (isAsked && isDone(at.publishing)) return 'shown';
  if (isAsked || at.postId !== null) return 'accepted';
  return at.processing === 'in_progress' ? 'working' : 'idle';
}
