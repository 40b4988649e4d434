import { fetchFile } from '../fetch-file.ts';
import { keepFilm } from '../films.ts';
import { refuse } from '../graph/problem.ts';
import { isMultipart, parametersOf } from '../graph/request.ts';
import { sniffType } from '../media-type.ts';
import { type Multipart, readMultipart } from '../multipart.ts';
import { findObject, putObject } from '../objects.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { keepCover } from './cover.ts';
import { facebook, type PageCall, requireAuthor } from './sign-in.ts';
import {
  changeVideo,
  completeUpload,
  findVideo,
  finishVideo,
  maxVideoBytes,
  openVideo,
  type Video,
} from './video.ts';

/** What the server asks for next; the real one chooses by file size and line. */
const chunkBytes = 4 * 1024 * 1024;
const longestChunk = 64 * 1024 * 1024;

type Parameter = (name: string) => string;

/** POST /{page-id}/videos: in one body, or start → transfer … → finish (published there and only there). */
export async function uploadVideo(call: Call): Promise<Answer> {
  const at = await requireAuthor(call);
  const form = isMultipart(call)
    ? await readMultipart(call.request, ['video_file_chunk', 'source', 'thumb'], longestChunk)
    : null;
  const plain = await parametersOf(call);
  const parameter: Parameter = (name) => form?.fields[name] ?? plain(name);
  switch (parameter('upload_phase')) {
    case 'start':
      return start(call, at, Number(parameter('file_size')));
    case 'transfer':
      return transfer(call, at, parameter, form);
    case 'finish':
      return finish(call, at, parameter, form);
    case 'cancel':
      return ok({ success: true });
    case '':
      return atOnce(call, at, parameter, form);
  }
  return refuse({
    code: 100,
    message: '(#100) Param upload_phase must be one of {cancel, finish, start, transfer}',
  });
}

function start(call: Call, { page, appId }: PageCall, size: number): Answer {
  if (!Number.isInteger(size) || size < 1 || size > maxVideoBytes) {
    refuse({ code: 100, message: '(#100) Param file_size must be a positive integer' });
  }
  const video = openVideo(call, page.id, appId, 'video', size);
  putObject(call.world.store, facebook, 'upload_session', page.id, video.session, { videoId: video.id });
  return ok({ upload_session_id: video.session, video_id: video.id, ...nextRange(video) });
}

function transfer(call: Call, { page }: PageCall, parameter: Parameter, form: Multipart | null): Answer {
  const video = requireSession(call, page.id, parameter('upload_session_id'));
  const chunk = form?.files.video_file_chunk;
  if (chunk === undefined) return refuse({ code: 100, message: '(#100) video_file_chunk is required' });
  if (Number(parameter('start_offset')) !== video.transferred) {
    return refuse({
      code: 6001,
      subcode: 1363037,
      message: `There was a problem uploading your video: start_offset must be ${video.transferred}`,
      transient: true,
    });
  }
  const transferred = video.transferred + chunk.size;
  keepFilm(
    call.world.store,
    { platform: facebook, film: video.id, position: video.transferred, total: video.fileSize },
    chunk,
  );
  if (transferred > video.fileSize) refuse({ code: 6001, message: 'More bytes than announced' });
  // Only the first bytes tell what the file is.
  const isVideo = video.transferred > 0 || isFilm(sniffType(chunk.head));
  const changed = changeVideo(call.world, video.id, {
    transferred,
    ...(isVideo ? {} : { problem: { code: 352, message: 'Unsupported video format' } }),
  });
  if (transferred === video.fileSize) completeUpload(call, changed, changed.problem === null, transferred);
  return ok(nextRange(changed));
}

function finish(call: Call, { page }: PageCall, parameter: Parameter, form: Multipart | null): Answer {
  const video = requireSession(call, page.id, parameter('upload_session_id'));
  const thumb = form?.files.thumb;
  const shown =
    thumb === undefined
      ? video
      : changeVideo(call.world, video.id, { cover: keepCover(call, page.id, thumb) });
  if (parameter('published') !== 'false')
    finishVideo(call, shown, parameter('description'), parameter('title'));
  return ok({ success: true });
}

/** `file_url` or `source` in one call: the id is known only once it is public. */
async function atOnce(call: Call, { page, appId }: PageCall, parameter: Parameter, form: Multipart | null) {
  const url = parameter('file_url');
  const digest = url === '' ? form?.files.source : await fetchFile(call.world, url, maxVideoBytes);
  if (digest === undefined) return refuse({ code: 100, message: '(#100) No video file was given' });
  if (typeof digest === 'string') {
    return refuse({ code: 389, message: '(#389) Unable to fetch video file from URL.', subcode: 1363057 });
  }
  const video = openVideo(call, page.id, appId, 'video', digest.size);
  keepFilm(call.world.store, { platform: facebook, film: video.id }, digest);
  completeUpload(call, video, isFilm(sniffType(digest.head)), digest.size);
  const ready = findVideo(call.world, video.id) ?? video;
  if (parameter('published') !== 'false')
    finishVideo(call, ready, parameter('description'), parameter('title'));
  return ok({ id: video.id });
}

function requireSession(call: Call, page: string, session: string): Video {
  const found = findObject<{ videoId: string }>(call.world.store, facebook, 'upload_session', session, page);
  const video = found === null ? null : findVideo(call.world, found.data.videoId);
  if (video !== null) return video;
  return refuse({
    code: 6001,
    subcode: 1363031,
    message: 'The upload session is invalid or has expired.',
  });
}

function nextRange({ transferred, fileSize }: Video) {
  const end = Math.min(transferred + chunkBytes, fileSize);
  return { start_offset: String(transferred), end_offset: String(end) };
}

export function isFilm(type: string | null): boolean {
  return type?.startsWith('video/') === true;
}
