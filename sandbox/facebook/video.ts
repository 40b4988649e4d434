import { randomDigits } from '../accounts.ts';
import { type GraphProblem, refuse } from '../graph/problem.ts';
import { findObject, putObject } from '../objects.ts';
import type { Call } from '../platform.ts';
import { publishPost } from '../posts.ts';
import { requireRoom } from '../quotas.ts';
import type { Moment, World } from '../world.ts';
import { postsQuota } from './quotas.ts';
import { facebook } from './sign-in.ts';

export const maxVideoBytes = 10_000_000_000;
const processingSeconds = 2;

export interface Video {
  readonly page: string;
  readonly appId: string;
  readonly id: string;
  readonly kind: 'video' | 'reel';
  /** Of the chunked upload on /videos. */
  readonly session: string;
  readonly fileSize: number;
  readonly transferred: number;
  readonly createdAt: number;
  /** When the last byte came; null before. */
  readonly uploaded: Moment | null;
  readonly problem: GraphProblem | null;
  readonly finished: Moment | null;
  readonly seconds: number;
  readonly cover: string | null;
  readonly postId: string | null;
}

export const wrongVideo: GraphProblem = {
  code: 352,
  subcode: 1363024,
  message: '(#352) The video file you selected is in a format that we don’t support.',
};

export function openVideo(
  call: Call,
  page: string,
  appId: string,
  kind: Video['kind'],
  fileSize: number,
): Video {
  const video: Video = {
    page,
    appId,
    id: randomDigits(16, '1'),
    kind,
    session: randomDigits(16, '2'),
    fileSize,
    transferred: 0,
    createdAt: call.world.now(),
    uploaded: null,
    problem: null,
    finished: null,
    seconds: 0,
    cover: null,
    postId: null,
  };
  saveVideo(call.world, video);
  return video;
}

export function saveVideo(world: World, video: Video): void {
  putObject(world.store, facebook, 'video', video.page, video.id, video);
}

export function findVideo(world: World, id: string): Video | null {
  return findObject<Video>(world.store, facebook, 'video', id)?.data ?? null;
}

export function changeVideo(world: World, id: string, change: Partial<Video>): Video {
  const video = findVideo(world, id);
  if (video === null) throw new Error(`no video ${id}`);
  const changed = { ...video, ...change };
  saveVideo(world, changed);
  return changed;
}

/** The last byte is in: from here on Facebook works on it. */
export function completeUpload(call: Call, video: Video, isVideo: boolean, size: number): void {
  const slower = call.takeFault('slow_processing', video.page)?.seconds ?? 0;
  const isRejected = call.takeFault('rejected_media', video.page) !== null;
  changeVideo(call.world, video.id, {
    transferred: size,
    fileSize: size,
    uploaded: call.world.moment(),
    seconds: processingSeconds + slower,
    problem: isVideo && !isRejected ? null : wrongVideo,
  });
}

/**
 * The one call that makes a video public. The real one shows it once it is processed; here the post stands at once
 * (nothing would wake the sandbox later), and only the status says that it is still on its way.
 */
export function finishVideo(call: Call, video: Video, text: string, title: string): void {
  const { world } = call;
  if (video.uploaded === null) {
    refuse({
      code: 6000,
      subcode: 1363030,
      message: 'There was a problem uploading your video file. Please try again.',
    });
  }
  if (video.finished !== null) {
    refuse({
      code: 100,
      subcode: 1363041,
      message: '(#100) Invalid parameter: this upload was finished before',
    });
  }
  requireRoom(call, facebook, postsQuota, video.page);
  world.store.transaction(() => {
    world.quotas.spend(facebook, postsQuota, video.page, 1);
    const postId = video.problem === null ? `${video.page}_${randomDigits(18, '122')}` : null;
    changeVideo(world, video.id, { finished: world.moment(), postId });
    if (postId === null) return;
    publishPost(world.store, {
      platform: facebook,
      account: video.page,
      id: postId,
      text,
      type: 'video',
      media: [{ type: 'video', size: video.fileSize, alt: '', film: video.id }],
      cover: video.cover,
      publishedAt: world.now(),
      data: { kind: video.kind, appId: video.appId, title, link: null, photoIds: [], videoId: video.id },
    });
  });
}

/** `status` of a video node, with its three phases. */
export function statusOf(world: World, video: Video): Record<string, unknown> {
  const isProcessed = video.uploaded !== null && world.passed(video.uploaded, video.seconds);
  const isBroken = isProcessed && video.problem !== null;
  const isFinished = video.finished !== null;
  const errors = video.problem === null ? [] : [{ code: video.problem.code, message: video.problem.message }];
  const working = isProcessed ? 'complete' : 'in_progress';
  return {
    video_status: overall(video, isProcessed, isBroken),
    uploading_phase: {
      status: video.uploaded !== null ? 'complete' : video.transferred > 0 ? 'in_progress' : 'not_started',
      bytes_transferred: video.transferred,
      ...(video.fileSize > 0 ? { source_file_size: video.fileSize } : {}),
    },
    processing_phase: isBroken
      ? { status: 'error', errors }
      : { status: video.uploaded === null ? 'not_started' : working },
    publishing_phase: isBroken
      ? { status: isFinished ? 'error' : 'not_started' }
      : isFinished
        ? { status: working, publish_status: 'published', publish_time: new Date(world.now()).toISOString() }
        : { status: 'not_started', publish_status: 'draft' },
  };
}

function overall(video: Video, isProcessed: boolean, isBroken: boolean): string {
  if (video.uploaded === null) return 'uploading';
  if (isBroken) return 'error';
  if (!isProcessed) return 'processing';
  return video.finished === null ? 'upload_complete' : 'ready';
}
