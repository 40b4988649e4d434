import { fetchFile } from '../fetch-file.ts';
import { keepFilm } from '../films.ts';
import { refuse } from '../graph/problem.ts';
import { parametersOf } from '../graph/request.ts';
import { receiveBytes, uploadProblem } from '../graph/rupload.ts';
import { sniffType } from '../media-type.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { requireRoom } from '../quotas.ts';
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
    return uploadProblem(404, 'RequestNotFoundError', 'Upload session not found');
  }
  const { file_url: address } = call.request.headers;
  if (typeof address === 'string') {
    const digest = await fetchFile(world, address, maxVideoBytes);
    if (typeof digest === 'string')
      return uploadProblem(400, 'ProcessingFailedError', 'The file could not be fetched');
    keepFilm(world.store, { platform: facebook, film: video.id }, digest);
    completeUpload(call, video, isFilm(sniffType(digest.head)), digest.size);
    return ok({ success: true });
  }
  const { fileSize } = await receiveBytes(call, video.transferred, maxVideoBytes, (part) => {
    const isWrong = part.offset === 0 && part.received > 0 && !isFilm(sniffType(part.digest.head));
    keepFilm(
      world.store,
      { platform: facebook, film: video.id, position: part.offset, total: part.fileSize },
      part.digest,
    );
    changeVideo(world, video.id, {
      transferred: part.offset + part.received,
      fileSize: part.fileSize,
      ...(isWrong ? { problem: { code: 352, message: 'Unsupported video format' } } : {}),
    });
  });
  const latest = findVideo(world, video.id) ?? video;
  completeUpload(call, latest, latest.problem === null, fileSize);
  return ok({ success: true });
}
