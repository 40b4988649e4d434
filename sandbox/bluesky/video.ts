import { randomWord } from '../accounts.ts';
import { keepFilm } from '../films.ts';
import { sniffType } from '../media-type.ts';
import { findObject, listObjects, putObject, putUpload } from '../objects.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { digestBody } from '../request-body.ts';
import type { Moment } from '../world.ts';
import { refuse } from './answers.ts';
import { blobCid } from './cid.ts';
import { blobRef } from './repo.ts';
import { requireServiceToken } from './session.ts';
import { bluesky } from './tokens.ts';

const maxVideoBytes = 300_000_000;
/** What the video service encodes; the blob it makes is always MP4. */
const takenTypes = ['video/mp4', 'video/quicktime', 'video/webm', 'video/mpeg', 'image/gif'];
const processingSeconds = 2;
const dailyVideos = 25;
const dailyBytes = 10_000_000_000;

interface Job {
  readonly jobId: string;
  readonly did: string;
  readonly begun: Moment;
  readonly seconds: number;
  readonly cid: string;
  readonly size: number;
  readonly sha256: string;
  readonly failure: string | null;
}

export async function uploadVideo(call: Call): Promise<Answer> {
  const { store } = call.world;
  const token = requireServiceToken(call, 'com.atproto.repo.uploadBlob');
  const did = token.account;
  if (call.query.get('did') !== did) return refuse(401, 'unauthorized', 'did does not match the token');
  if (!call.query.get('name')) return refuse(400, 'InvalidRequest', 'missing name');
  const digest = await digestBody(call.request, maxVideoBytes);
  const earlier = listObjects<Job>(store, bluesky, 'job', did).find(
    ({ data }) => data.sha256 === digest.sha256 && data.failure === null,
  );
  if (earlier !== undefined) {
    const status = statusOf(call, earlier.data);
    if (status.blob === undefined) return ok({ jobStatus: status });
    return { status: 409, body: { ...status, error: 'already_exists', message: 'Video already processed' } };
  }
  const isVideo = takenTypes.includes(sniffType(digest.head) ?? '');
  const rejected = call.takeFault('rejected_media', did) !== null;
  const job: Job = {
    jobId: randomWord(12),
    did,
    begun: call.world.moment(),
    seconds: processingSeconds + (call.takeFault('slow_processing', did)?.seconds ?? 0),
    cid: blobCid(digest.sha256),
    size: digest.size,
    sha256: digest.sha256,
    failure: rejected ? 'encoding_failure' : isVideo ? null : 'validation_failure',
  };
  putObject(store, bluesky, 'job', did, job.jobId, job);
  keepFilm(store, { platform: bluesky, film: job.cid }, digest);
  return ok({ jobStatus: statusOf(call, job) });
}

export function getJobStatus(call: Call): Answer {
  const job = findObject<Job>(call.world.store, bluesky, 'job', call.query.get('jobId') ?? '');
  if (job === null) return refuse(400, 'InvalidRequest', 'job not found');
  return ok({ jobStatus: statusOf(call, job.data) });
}

export function getUploadLimits(call: Call): Answer {
  const token = requireServiceToken(call, 'app.bsky.video.getUploadLimits', 'did:web:video.bsky.app');
  const dayAgo = call.world.now() - 86_400_000;
  const today = listObjects<Job>(call.world.store, bluesky, 'job', token.account).filter(
    ({ data }) => data.begun.at > dayAgo,
  );
  const used = today.reduce((sum, { data }) => sum + data.size, 0);
  return ok({
    canUpload: today.length < dailyVideos,
    remainingDailyVideos: Math.max(0, dailyVideos - today.length),
    remainingDailyBytes: Math.max(0, dailyBytes - used),
  });
}

function statusOf(call: Call, job: Job) {
  const { jobId, did, cid, size, sha256 } = job;
  if (!call.world.passed(job.begun, job.seconds)) {
    const progress = Math.min(99, Math.floor(((call.world.now() - job.begun.at) / 10 / job.seconds) % 100));
    return { jobId, did, state: 'JOB_STATE_ENCODING', progress: Math.max(0, progress) };
  }
  if (job.failure !== null) {
    return {
      jobId,
      did,
      state: 'JOB_STATE_FAILED',
      error: 'the video could not be processed',
      failureCode: job.failure,
      message: 'Video processing failed',
    };
  }
  // Done: the service hands the file to the user's server, where posts look for it.
  const upload = { platform: bluesky, account: did, id: cid, type: 'video/mp4', size, sha256, bytes: null };
  putUpload(call.world.store, upload);
  return { jobId, did, state: 'JOB_STATE_COMPLETED', progress: 100, blob: blobRef(cid, 'video/mp4', size) };
}
