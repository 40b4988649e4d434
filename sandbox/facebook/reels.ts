import { fetchFile } from '../graph/fetch-file.ts';
import { refuse } from '../graph/problem.ts';
import { parametersOf } from '../graph/request.ts';
import { sniffType } from '../media-type.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { requireRoom } from '../quotas.ts';
import { chunksOf, createDigester } from '../request-body.ts';
import { reelsQuota } from './quotas.ts';
import { facebook, requireAuthor, requirePage } from './sign-in.ts';
import { changeVideo, completeUpload, findVideo, finishVideo, maxVideoBytes, openVideo } from './video.ts';
import { isFilm } from './video-upload.ts';

/** POST /{page-id}/video_reels: start gives the id and where to send the bytes, finish makes it public. */
export async function postReel(call: Call): Promise<Answer> {
  const { page, appId } = await requireAuthor(call);
  const parameter = await parametersOf(call);
  const phase = parameter('upload_phase');
  if (phase === 'start') {
    const video = openVideo(call, page.id, appId, 'reel', 0);
    const version = call.params.version ?? 'v26.0';
    const uploadUrl = `${call.world.home()}/facebook-rupload/video-upload/${version}/${video.id}`;
    return ok({ video_id: video.id, upload_url: uploadUrl });
  }
  if (phase !== 'finish') {
    return refuse({ code: 100, message: '(#100) Param upload_phase must be one of {START, FINISH}' });
  }
  const video = findVideo(call.world, parameter('video_id'));
  if (video === null || video.page !== page.id || video.kind !== 'reel') {
    return refuse({ code: 100, message: '(#100) Param video_id is not a Reel upload of this Page' });
  }
  if (parameter('video_state') !== 'PUBLISHED') return ok({ success: true });
  requireRoom(call, facebook, reelsQuota, page.id);
  finishVideo(call, video, parameter('description'), parameter('title'));
  call.world.quotas.spend(facebook, reelsQuota, page.id, 1);
  return ok({ success: true });
}

/** POST rupload …/video-upload/{v}/{video-id}: raw bytes from `offset` on, or an address to fetch. */
export async function uploadReel(call: Call): Promise<Answer> {
  const { page } = await requirePage(call);
  const { world } = call;
  const video = findVideo(world, call.params.id ?? '');
  if (video === null || video.page !== page.id || video.kind !== 'reel') {
    return problem(404, 'RequestNotFoundError', 'Upload session not found');
  }
  const { headers } = call.request;
  if (typeof headers.file_url === 'string') {
    const digest = await fetchFile(world, headers.file_url, maxVideoBytes);
    if (typeof digest === 'string')
      return problem(400, 'ProcessingFailedError', 'The file could not be fetched');
    completeUpload(call, video, isFilm(sniffType(digest.head)), digest.size);
    return ok({ success: true });
  }
  const offset = Number(headers.offset ?? Number.NaN);
  const fileSize = Number(headers.file_size ?? Number.NaN);
  if (!Number.isInteger(fileSize) || fileSize < 1 || fileSize > maxVideoBytes) {
    return problem(400, 'PartialRequestError', 'The header file_size is missing or out of range');
  }
  if (offset !== video.transferred) {
    return problem(
      400,
      'OffsetInvalidError',
      `Request starting offset is invalid. Expected ${video.transferred}`,
    );
  }
  const digester = createDigester(fileSize - offset);
  let received = 0;
  try {
    for await (const chunk of chunksOf(call.request)) {
      digester.write(chunk);
      received += chunk.length;
    }
  } finally {
    // What arrived before a break counts: the sender asks for it and goes on from there.
    const { head } = digester.end();
    const isWrong = offset === 0 && received > 0 && !isFilm(sniffType(head));
    changeVideo(world, video.id, {
      transferred: offset + received,
      fileSize,
      ...(isWrong ? { problem: { code: 352, message: 'Unsupported video format' } } : {}),
    });
  }
  if (offset + received < fileSize) {
    return problem(400, 'PartialRequestError', 'Partial request (did not match length of file)');
  }
  const latest = findVideo(world, video.id) ?? video;
  completeUpload(call, latest, latest.problem === null, fileSize);
  return ok({ success: true });
}

function problem(status: number, type: string, message: string): Answer {
  return { status, body: { debug_info: { retriable: type !== 'ProcessingFailedError', type, message } } };
}
