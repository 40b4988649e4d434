import { keepFilm } from '../films.ts';
import { sniffType } from '../media-type.ts';
import type { Answer, Call } from '../platform.ts';
import { chunksOf, createDigester } from '../request-body.ts';
import { problem } from './answers.ts';
import { findByUploadId, finish, type Publication, savePublication, uploadIdOf } from './publication.ts';
import { videoProblem } from './pull.ts';

const uploadUrlSeconds = 3600;
const types = ['video/mp4', 'video/quicktime', 'video/webm'];

/** PUT {upload_url}: chunks in order; with the last byte the post is under way. */
export async function uploadChunk(call: Call): Promise<Answer> {
  const { world, request } = call;
  const uploadId = call.query.get('upload_id') ?? '';
  const publication = findByUploadId(world, uploadId);
  if (publication === null || call.query.get('upload_token') === null) {
    return problem('invalid_params', 'The upload_url is not found', 404);
  }
  if (world.passed(publication.created, uploadUrlSeconds)) {
    return problem('invalid_params', 'The upload_url has expired', 403);
  }
  const range = readRange(request.headers['content-range']);
  const length = Number(request.headers['content-length'] ?? Number.NaN);
  const isType = types.includes(request.headers['content-type'] ?? '');
  if (range === null || range.total !== publication.totalBytes || range.size !== length || !isType) {
    return problem(
      'invalid_params',
      'The Content-Type, Content-Length or Content-Range header is invalid',
      400,
    );
  }
  if (!isNext(publication, range)) return outOfOrder(publication);
  const digester = createDigester(range.size);
  for await (const chunk of chunksOf(request)) digester.write(chunk);
  const digest = digester.end();
  // A broken transfer counts for nothing: the chunk is sent again.
  if (digest.size !== range.size) return problem('invalid_params', 'The chunk is incomplete', 400);
  return world.store.transaction(() => {
    // Read again: the same chunk may have come in by another connection meanwhile.
    const latest = findByUploadId(world, uploadId) ?? publication;
    if (!isNext(latest, range)) return outOfOrder(latest);
    keepFilm(
      world.store,
      { platform: 'tiktok', film: uploadId, position: range.first, total: range.total },
      digest,
    );
    return take(call, {
      ...latest,
      receivedBytes: range.last + 1,
      type: range.first === 0 ? sniffType(digest.head) : latest.type,
    });
  });
}

function take(call: Call, publication: Publication): Answer {
  const { world } = call;
  const { receivedBytes, totalBytes, account, type } = publication;
  if (receivedBytes < totalBytes) {
    savePublication(world, publication);
    return { status: 206, headers: { 'Content-Range': arrived(publication) } };
  }
  const slower = call.takeFault('slow_processing', account)?.seconds ?? 0;
  const isRejected = call.takeFault('rejected_media', account) !== null;
  finish(
    world,
    { ...publication, seconds: publication.seconds + slower, isRejected },
    {
      media: [{ type: 'video', size: totalBytes, alt: '', film: uploadIdOf(publication) }],
      failReason: videoProblem(type),
    },
  );
  return { status: 201, headers: { 'Content-Range': arrived(publication) } };
}

interface Range {
  readonly first: number;
  readonly last: number;
  readonly total: number;
  readonly size: number;
}

function readRange(header: string | undefined): Range | null {
  const match = /^bytes (\d{1,12})-(\d{1,12})\/(\d{1,12})$/.exec(header ?? '');
  if (match === null) return null;
  const [first, last, total] = match.slice(1).map(Number) as [number, number, number];
  return last < first || last >= total ? null : { first, last, total, size: last - first + 1 };
}

/** Every chunk has the announced size, but the last, which runs to the end. */
function isNext({ receivedBytes, chunkSize, chunkCount, totalBytes }: Publication, range: Range): boolean {
  const isLast = receivedBytes >= (chunkCount - 1) * chunkSize;
  const end = isLast ? totalBytes : receivedBytes + chunkSize;
  return range.first === receivedBytes && range.last === end - 1;
}

function outOfOrder(publication: Publication): Answer {
  const answer = problem('invalid_params', 'The Content-Range does not follow what was uploaded so far', 416);
  return { ...answer, headers: { 'Content-Range': arrived(publication) } };
}

function arrived({ receivedBytes, totalBytes }: Publication): string {
  return `bytes 0-${Math.max(0, receivedBytes - 1)}/${totalBytes}`;
}
