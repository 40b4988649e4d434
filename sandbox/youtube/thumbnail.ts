import { sniffType } from '../media-type.ts';
import { putUpload } from '../objects.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { digestBody } from '../request-body.ts';
import { badRequest, missingParameter, refuse } from './google-error.ts';
import { chargeUnits } from './quotas.ts';
import { requireAccount, youtube } from './tokens.ts';
import { has } from './traits.ts';
import { findVideo, saveVideo } from './video.ts';

/** Since 2026-09-14; before that, 2 MB. */
const maxBytes = 52_428_800;

/** POST /upload/youtube/v3/thumbnails/set?videoId=… with the picture as its body. */
export async function setThumbnail(call: Call): Promise<Answer> {
  const account = requireAccount(call, 'youtube.upload');
  const id = call.query.get('videoId') ?? missingParameter('videoId');
  chargeUnits(call, 50);
  const video = findVideo(call.world, id);
  if (video === null) {
    refuse({
      code: 404,
      reason: 'videoNotFound',
      message: 'The video that you are trying to insert a thumbnail image for cannot be found.',
      domain: 'youtube.thumbnail',
    });
  } else if (video.account !== account.id || has(account, 'unverified')) {
    refuse({
      code: 403,
      reason: 'forbidden',
      message: "The authenticated user doesn't have permissions to upload and set custom video thumbnails.",
      domain: 'youtube.thumbnail',
    });
  }
  const digest = await digestBody(call.request, maxBytes);
  if (digest.size === 0) badRequest('mediaBodyRequired', 'The request does not include the image content.');
  const type = sniffType(digest.head) ?? '';
  if (type !== 'image/jpeg' && type !== 'image/png') {
    badRequest('invalidImage', 'The provided image content is invalid.');
  }
  const { size, sha256, bytes } = digest;
  const { store } = call.world;
  const upload = `${id}.thumbnail`;
  store.transaction(() => {
    const latest = findVideo(call.world, id);
    if (bytes !== null) {
      putUpload(store, { platform: youtube, account: account.id, id: upload, type, size, sha256, bytes });
    }
    if (latest !== null) saveVideo(call.world, { ...latest, thumbnail: bytes === null ? '' : upload });
  });
  const url = `${call.world.home()}/uploads/${youtube}/${upload}`;
  return ok({
    kind: 'youtube#thumbnailSetResponse',
    etag: 'thumbnail',
    items: [{ default: { url, width: 120, height: 90 }, high: { url, width: 480, height: 360 } }],
  });
}
