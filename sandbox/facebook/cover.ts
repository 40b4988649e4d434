import { randomDigits } from '../accounts.ts';
import { refuse, unknownObject } from '../graph/problem.ts';
import { isMultipart } from '../graph/request.ts';
import { sniffType } from '../media-type.ts';
import { readMultipart } from '../multipart.ts';
import { putUpload } from '../objects.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { findPost, publishPost } from '../posts.ts';
import type { Digest } from '../request-body.ts';
import { facebook, requirePage } from './sign-in.ts';
import { changeVideo, findVideo } from './video.ts';

const maxCoverBytes = 10 * 1024 * 1024;

/** POST /{video-id}/thumbnails with an image file. */
export async function setThumbnail(call: Call): Promise<Answer> {
  const { page } = await requirePage(call);
  const { id = '' } = call.params;
  const video = findVideo(call.world, id);
  if (video === null || video.page !== page.id) return refuse(unknownObject(id));
  if (!isMultipart(call)) return refuse({ code: 100, message: '(#100) source is required' });
  const { files, fields } = await readMultipart(call.request, ['source'], maxCoverBytes);
  if (files.source === undefined) return refuse({ code: 100, message: '(#100) source is required' });
  const cover = keepCover(call, page.id, files.source);
  if (fields.is_preferred === 'true') {
    changeVideo(call.world, id, { cover });
    const post = video.postId === null ? null : findPost(call.world.store, facebook, video.postId);
    if (post !== null) publishPost(call.world.store, { ...post, cover });
  }
  return ok({ success: true });
}

/** The name of the kept picture, or '' when it was too large to keep. */
export function keepCover(call: Call, page: string, digest: Digest): string {
  const type = sniffType(digest.head);
  if (!type?.startsWith('image/')) {
    return refuse({ code: 100, subcode: 1366046, message: 'Invalid parameter', title: "Can't read files" });
  }
  if (digest.bytes === null) return '';
  const id = `cover_${randomDigits(12)}`;
  const { size, sha256, bytes } = digest;
  putUpload(call.world.store, { platform: facebook, account: page, id, type, size, sha256, bytes });
  return id;
}
