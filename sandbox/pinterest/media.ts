import { randomDigits, randomWord } from '../accounts.ts';
import { keepFilm } from '../films.ts';
import { sniffType } from '../media-type.ts';
import { readMultipart } from '../multipart.ts';
import { findObject, putObject } from '../objects.ts';
import { type Answer, type Call, ok, Refusal } from '../platform.ts';
import type { Moment, World } from '../world.ts';
import { refuse } from './pinterest-error.ts';
import { pinterest, requireAccount } from './sign-in.ts';

const processingSeconds = 2;
/** The signed policy of the form. */
const policySeconds = 3600;
const maxVideoBytes = 2 * 1024 * 1024 * 1024;

export interface RegisteredMedia {
  readonly account: string;
  readonly id: string;
  readonly key: string;
  readonly policy: string;
  readonly registered: Moment;
  readonly uploaded: Moment | null;
  readonly size: number;
  readonly seconds: number;
  readonly isRejected: boolean;
}

export type Status = 'registered' | 'processing' | 'succeeded' | 'failed';

/** POST /v5/media: nothing but a place to put a video, and the form that opens it. */
export async function registerMedia(call: Call): Promise<Answer> {
  const account = requireAccount(call, 'pins:read', 'pins:write');
  const { media_type: type } = await call.body();
  if (type !== 'video') return refuse(400, 1, `'${type}' is not one of ['video']`);
  const id = randomDigits(19, '52');
  const media: RegisteredMedia = {
    account: account.id,
    id,
    key: `uploads/11/aa/22/3:video:${account.id}:${id}`,
    policy: randomWord(60),
    registered: call.world.moment(),
    uploaded: null,
    size: 0,
    seconds: 0,
    isRejected: false,
  };
  saveMedia(call.world, media);
  const day = new Date(call.world.now())
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
    .slice(0, 8);
  const body = {
    media_id: id,
    media_type: 'video',
    // The real bucket has one address for all; here it names the upload, so that faults can be aimed.
    upload_url: `${call.world.home()}/pinterest-upload/${id}`,
    upload_parameters: {
      'x-amz-date': `${day}T000000Z`,
      'x-amz-signature': randomWord(32),
      'x-amz-security-token': randomWord(40),
      'x-amz-algorithm': 'AWS4-HMAC-SHA256',
      key: media.key,
      policy: media.policy,
      'x-amz-credential': `ASIAPOSTBOTE/${day}/us-east-1/s3/aws4_request`,
      'Content-Type': 'multipart/form-data',
    },
  };
  return { status: 201, body };
}

/** The S3 form: every parameter of the answer, then the file; its answers are XML, and 204 is success. */
export async function uploadForm(call: Call): Promise<Answer> {
  const media = findMedia(call.world, call.params.media ?? '');
  if (media === null) return s3Error(404, 'NoSuchBucket', 'The specified bucket does not exist');
  if (call.request.headers['content-length'] === undefined) {
    return s3Error(411, 'MissingContentLength', 'You must provide the Content-Length HTTP header.');
  }
  if (call.world.passed(media.registered, policySeconds)) {
    return s3Error(403, 'AccessDenied', 'Invalid according to Policy: Policy expired.');
  }
  const { fields, files } = await readMultipart(call.request, ['file'], maxVideoBytes);
  if (fields.key !== media.key || fields.policy !== media.policy || !fields['x-amz-signature']) {
    return s3Error(403, 'SignatureDoesNotMatch', 'The request signature we calculated does not match.');
  }
  const file = files.file;
  if (file === undefined)
    return s3Error(400, 'InvalidArgument', 'POST requires exactly one file upload per request.');
  const type = sniffType(file.head);
  keepFilm(call.world.store, { platform: pinterest, film: media.id }, file);
  const slower = call.takeFault('slow_processing', media.account)?.seconds ?? 0;
  const isVideo = type === 'video/mp4' || type === 'video/quicktime';
  saveMedia(call.world, {
    ...media,
    uploaded: call.world.moment(),
    size: file.size,
    seconds: processingSeconds + slower,
    isRejected: call.takeFault('rejected_media', media.account) !== null || !isVideo,
  });
  return { status: 204 };
}

export function getMedia(call: Call): Answer {
  const account = requireAccount(call, 'pins:read');
  const media = requireMedia(call, account.id, call.params.id ?? '');
  return ok({ media_id: media.id, media_type: 'video', status: statusOf(call.world, media) });
}

export function requireMedia(call: Call, account: string, id: string): RegisteredMedia {
  const media = findMedia(call.world, id);
  return media === null || media.account !== account ? refuse(404, 50, 'Media not found.') : media;
}

export function findMedia(world: World, id: string): RegisteredMedia | null {
  return findObject<RegisteredMedia>(world.store, pinterest, 'media', id)?.data ?? null;
}

export function statusOf(world: World, media: RegisteredMedia): Status {
  if (media.uploaded === null) return 'registered';
  if (!world.passed(media.uploaded, media.seconds)) return 'processing';
  return media.isRejected ? 'failed' : 'succeeded';
}

function saveMedia(world: World, media: RegisteredMedia): void {
  putObject(world.store, pinterest, 'media', media.account, media.id, media);
}

function s3Error(status: number, code: string, message: string): never {
  throw new Refusal({
    status,
    headers: { 'content-type': 'application/xml' },
    body: `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message><RequestId>0</RequestId></Error>`,
  });
}
