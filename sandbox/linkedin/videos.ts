import { randomWord } from '../accounts.ts';
import { keepFilm } from '../films.ts';
import { sniffType } from '../media-type.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { digestBody } from '../request-body.ts';
import { accessDenied, inputError, restError } from './answers.ts';
import {
  type Asset,
  beginProcessing,
  findAsset,
  openAsset,
  type Part,
  saveAsset,
  statusOf,
  uploadUrl,
  urlExpiresAt,
} from './assets.ts';
import { keepPicture, readOwner, requireUpload } from './images.ts';
import { isPage, linkedin, requireAuthor, requireLogin, roleOf } from './login.ts';
import { requireVersion } from './version.ts';

const partBytes = 4_194_304;
const videoSeconds = 2;
/** 75 KB to 500 MB. */
const minBytes = 75_000;
/** "500 MB"; of two readings a twin takes the one that refuses more. */
const maxBytes = 500_000_000;

/** POST /rest/videos?action=initializeUpload */
export async function initializeVideo(call: Call): Promise<Answer> {
  requireVersion(call);
  const { owner, fields } = await readOwner(call, 'videos');
  const size = Number(fields.fileSizeBytes ?? Number.NaN);
  if (!Number.isInteger(size) || size < minBytes || size > maxBytes) {
    const words = `fileSizeBytes must be between ${minBytes} and ${maxBytes}`;
    return inputError(400, 'INVALID_VALUE_FOR_FIELD', words, 'initializeUploadRequest/fileSizeBytes');
  }
  const parts: Part[] = [];
  for (let first = 0; first < size; first += partBytes) {
    parts.push({ firstByte: first, lastByte: Math.min(first + partBytes, size) - 1, etag: null });
  }
  const asset: Asset = {
    ...openAsset(call.world, 'video', owner),
    size,
    parts,
    // "often empty", and to be echoed either way.
    uploadToken: parts.length > 1 ? randomWord(12) : '',
    wantsThumbnail: fields.uploadThumbnail === true,
  };
  saveAsset(call.world, asset);
  return ok({
    value: {
      uploadUrlsExpireAt: urlExpiresAt(asset),
      video: asset.urn,
      uploadInstructions: parts.map(({ firstByte, lastByte }, index) => ({
        uploadUrl: uploadUrl(call.world, asset, `uploadedVideo/${index}`),
        firstByte,
        lastByte,
      })),
      uploadToken: asset.uploadToken,
      ...(asset.wantsThumbnail && {
        thumbnailUploadUrl: uploadUrl(call.world, asset, 'uploadedThumbnail'),
      }),
    },
  });
}

/** The address itself is the permission; once it is too old the answer is 401. */
export async function uploadPart(call: Call): Promise<Answer> {
  const asset = requireUpload(call, 'video');
  if (call.world.now() >= urlExpiresAt(asset)) return { status: 401 };
  const index = Number(call.params.part);
  const part = asset.parts[index];
  if (part === undefined) return restError(400, 'ILLEGAL_ARGUMENT', `There is no part ${index}`);
  const digest = await digestBody(call.request, partBytes);
  if (digest.size !== part.lastByte - part.firstByte + 1) {
    return restError(
      400,
      'ILLEGAL_ARGUMENT',
      `Part ${index} must hold bytes ${part.firstByte}-${part.lastByte}`,
    );
  }
  // Not derived from the bytes: two sendings of one part have two tags, and the last one counts.
  const etag = `/ambry-video/signedId/${randomWord(24)}`;
  keepFilm(
    call.world.store,
    { platform: linkedin, film: asset.id, position: part.firstByte, total: asset.size },
    digest,
  );
  const isFilm = index > 0 || sniffType(digest.head) === 'video/mp4';
  call.world.store.transaction(() => {
    // Read again: another part may have come in while this one was streaming.
    const latest = requireUpload(call, 'video');
    saveAsset(call.world, {
      ...latest,
      parts: latest.parts.map((old, at) => (at === index ? { ...old, etag } : old)),
      ...(index === 0 && { failure: isFilm ? null : 'Unsupported video format' }),
    });
  });
  return { status: 200, headers: { etag } };
}

export async function uploadThumbnail(call: Call): Promise<Answer> {
  const asset = requireUpload(call, 'video');
  if (call.world.now() >= urlExpiresAt(asset)) return { status: 401 };
  if (!asset.wantsThumbnail) return restError(400, 'ILLEGAL_ARGUMENT', 'No thumbnail was announced');
  if (call.request.headers['media-type-family'] !== 'STILLIMAGE') {
    return restError(400, 'ILLEGAL_ARGUMENT', 'The header media-type-family must be STILLIMAGE');
  }
  const digest = await digestBody(call.request, 10 * 1024 * 1024);
  const type = sniffType(digest.head) ?? 'application/octet-stream';
  const thumbnail = keepPicture(call, asset, `${asset.id}-thumbnail`, type, digest);
  call.world.store.transaction(() => saveAsset(call.world, { ...requireUpload(call, 'video'), thumbnail }));
  return { status: 201 };
}

/** POST /rest/videos?action=finalizeUpload */
export async function finalizeVideo(call: Call): Promise<Answer> {
  requireVersion(call);
  const login = requireLogin(call);
  const wish = ((await call.body()).finalizeUploadRequest ?? {}) as Record<string, unknown>;
  const asset = findAsset(call.world, String(wish.video ?? ''));
  if (asset?.kind !== 'video') return restError(404, 'NOT_FOUND', `Could not find video ${wish.video}`);
  requireAuthor(call, login, asset.owner, 'videos.ACTION-finalizeUpload');
  if (asset.uploaded !== null) {
    return restError(400, 'ILLEGAL_ARGUMENT', `Video ${asset.urn} has already been finalized`);
  }
  if (wish.uploadToken !== asset.uploadToken) {
    return inputError(400, 'INVALID_VALUE_FOR_FIELD', 'uploadToken', 'finalizeUploadRequest/uploadToken');
  }
  const given = Array.isArray(wish.uploadedPartIds) ? wish.uploadedPartIds : [];
  const tags = asset.parts.map(({ etag }) => etag);
  const isComplete = tags.every((tag) => tag !== null && given.includes(tag)) && given.length === tags.length;
  if (!isComplete || (asset.wantsThumbnail && asset.thumbnail === null)) {
    const what = isComplete ? 'thumbnail' : 'uploadedPartIds';
    return inputError(400, 'INVALID_VALUE_FOR_FIELD', `${what} incomplete`, `finalizeUploadRequest/${what}`);
  }
  const isScrambled = tags.some((tag, index) => tag !== given[index]);
  saveAsset(call.world, { ...beginProcessing(call, asset, videoSeconds, asset.failure), isScrambled });
  return { status: 200 };
}

/** GET /rest/videos/{urn}: readable with the member's own token too. */
export function getVideo(call: Call): Answer {
  requireVersion(call);
  const login = requireLogin(call);
  const urn = decodeURIComponent(call.params.urn ?? '');
  const asset = findAsset(call.world, urn);
  if (asset?.kind !== 'video') return restError(404, 'NOT_FOUND', `Could not find video ${urn}`);
  const isOurs = isPage(asset.owner)
    ? roleOf(call.world, login.member.id, asset.owner) !== null
    : asset.owner === login.member.id;
  if (!isOurs) accessDenied('videos.GET');
  const status = statusOf(call.world, asset);
  return ok({
    id: asset.urn,
    owner: asset.owner,
    status,
    ...(status === 'PROCESSING_FAILED' && { processingFailureReason: asset.failure }),
    ...(status === 'AVAILABLE' && { duration: 5000, aspectRatioWidth: 16, aspectRatioHeight: 9 }),
  });
}
