import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import { measure, requireFit } from '../media-limits.ts';
import type { Media, Publishing } from '../publishing.ts';
import { blueskyError } from './errors.ts';
import { video } from './limits.ts';
import { createTid } from './tid.ts';
import { askPds, aspectRatio, type Blob, bearer, blob, pdsOf, xrpc } from './xrpc.ts';

type At = Publishing<unknown>;

const jobStatus = z.object({
  jobId: z.string(),
  state: z.string().optional(),
  blob: blob.optional(),
  error: z.string().optional(),
  failureCode: z.string().optional(),
  message: z.string().optional(),
});
type Job = z.infer<typeof jobStatus>;

// The lexicon wraps it; in practice the bare object is seen too.
const jobAnswer = z.union([z.object({ jobStatus }).transform((answer) => answer.jobStatus), jobStatus]);

/** Processing may fail on their side without blame on the file; then the upload is made anew. */
const UPLOADS = 3;
/** A question every 2 seconds, for 15 minutes. */
const pace = { seconds: 2, times: 450 };
/** A service token may look at most an hour ahead. */
const SERVICE_TOKEN_SECONDS = 30 * 60;
const faultsOfTheFile = new Set(['validation_failure', 'encoding_failure']);

export async function uploadVideo(at: At, media: Media) {
  let failure = '';
  for (let upload = 1; upload <= UPLOADS; upload += 1) {
    const { ratio, ...job } = await at.step.repeat(`video-${upload}`, () => startJob(at, media));
    const end: JobEnd = job.blob
      ? { blob: job.blob }
      : await at.step.until(`video-${upload}-processed`, pace, () => askJob(at, job.jobId));
    if ('blob' in end) return { $type: 'app.bsky.embed.video', video: end.blob, alt: media.alt, ...ratio };
    failure = end.failed;
  }
  throw new PostboteError('platform_rejected', { facts: { platform: 'bluesky' }, raw: failure });
}

async function startJob(at: At, media: Media) {
  const facts = await media.probe();
  requireFit('bluesky', facts, video);
  const length = facts.size ?? (await measure('bluesky', media, video.maxBytes));
  const token = await getServiceAuth(at);
  const { stream, type } = await media.open();
  let known: Job | undefined;
  try {
    const answer = await at.call({
      method: 'POST',
      url: xrpc(String(at.hosts.video), 'app.bsky.video.uploadVideo', {
        did: at.account.externalId,
        name: `${createTid(at.now())}.${extensions[type] ?? 'mp4'}`,
      }),
      headers: { ...bearer(token), 'content-type': type },
      body: stream,
      length,
      timeoutSeconds: 15 * 60,
      classify: (refusal) => {
        // `already_exists` comes as an error that carries the job or even the blob.
        known = jobAnswer.safeParse(refusal.json).data;
        return blueskyError(refusal);
      },
    });
    return { ...pick(readAnswer(answer, jobAnswer)), ratio: aspectRatio(facts) };
  } catch (error) {
    if (known) return { ...pick(known), ratio: aspectRatio(facts) };
    throw error;
  }
}

function pick({ jobId, blob }: Job): { jobId: string; blob?: Blob } {
  return blob ? { jobId, blob } : { jobId };
}

const extensions: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/quicktime': 'mov',
  'video/webm': 'webm',
  'video/mpeg': 'mpeg',
};

/** Lets the video service put the finished file into the account's own storage. */
async function getServiceAuth(at: At): Promise<string> {
  const answer = await askPds(at, {
    method: 'GET',
    name: 'com.atproto.server.getServiceAuth',
    query: {
      aud: `did:web:${new URL(pdsOf(at.hosts, at.credentials)).hostname}`,
      lxm: 'com.atproto.repo.uploadBlob',
      exp: String(Math.floor(at.now() / 1000) + SERVICE_TOKEN_SECONDS),
    },
  });
  return readAnswer(answer, z.object({ token: z.string() })).token;
}

type JobEnd = { readonly blob: Blob } | { readonly failed: string };

async function askJob(at: At, jobId: string): Promise<JobEnd | null> {
  const answer = await at.call({
    method: 'GET',
    url: xrpc(String(at.hosts.video), 'app.bsky.video.getJobStatus', { jobId }),
    classify: blueskyError,
  });
  const job = readAnswer(answer, jobAnswer);
  // The blob first: a job that "failed" because the video was there already has one.
  if (job.blob) return { blob: job.blob };
  if (job.state !== 'JOB_STATE_FAILED') return null;
  const raw = [job.failureCode, job.error, job.message].filter(Boolean).join(': ').slice(0, 500);
  if (faultsOfTheFile.has(job.failureCode ?? '')) {
    throw new PostboteError('media_rejected', {
      facts: { platform: 'bluesky', reason: String(job.failureCode) },
      raw,
    });
  }
  return { failed: raw };
}
