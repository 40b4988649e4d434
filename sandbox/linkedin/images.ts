import { sniffType } from '../media-type.ts';
import { putUpload } from '../objects.ts';
import { type Answer, type Call, ok } from '../platform.ts';
import { digestBody } from '../request-body.ts';
import { accessDenied, inputError, refuse, restError } from './answers.ts';
import {
  type Asset,
  beginProcessing,
  findAsset,
  findAssetById,
  openAsset,
  saveAsset,
  statusOf,
  uploadUrl,
  urlExpiresAt,
} from './assets.ts';
import { isPage, linkedin, requireAuthor, requireLogin, requireScope } from './login.ts';
import { requireVersion } from './version.ts';

const imageSeconds = 0.5;
/** No limit is published; this one only keeps the sandbox safe. */
const maxImageBytes = 100 * 1024 * 1024;
const types = ['image/jpeg', 'image/png', 'image/gif'];

/** POST /rest/images?action=initializeUpload */
export async function initializeImage(call: Call): Promise<Answer> {
  requireVersion(call);
  const asset = openAsset(call.world, 'image', (await readOwner(call, 'images')).owner);
  saveAsset(call.world, asset);
  return ok({
    value: {
      uploadUrlExpiresAt: urlExpiresAt(asset),
      uploadUrl: uploadUrl(call.world, asset, 'uploaded-image/0'),
      image: asset.urn,
    },
  });
}

export async function readOwner(call: Call, resource: string) {
  const login = requireLogin(call);
  const { initializeUploadRequest: wish } = await call.body();
  if (typeof wish !== 'object' || wish === null) {
    return refuse(
      inputError(400, 'MISSING_FIELD', 'initializeUploadRequest is required', 'initializeUploadRequest'),
    );
  }
  const fields = wish as Record<string, unknown>;
  const owner = requireAuthor(call, login, fields.owner, `${resource}.ACTION-initializeUpload`).id;
  return { owner, fields };
}

/** The whole file in one request, with the Bearer header. */
export async function uploadImage(call: Call): Promise<Answer> {
  requireLogin(call);
  const asset = requireUpload(call, 'image');
  if (call.world.now() >= urlExpiresAt(asset)) {
    return restError(400, 'EXPIRED_UPLOAD_URL', 'The upload URL has expired');
  }
  const digest = await digestBody(call.request, maxImageBytes);
  if (digest.size === 0) return restError(400, 'ILLEGAL_ARGUMENT', 'The body is empty');
  const type = sniffType(digest.head) ?? 'application/octet-stream';
  const failure = types.includes(type) ? null : `Unsupported image format ${type}`;
  const picture = keepPicture(call, asset, asset.id, type, digest);
  saveAsset(
    call.world,
    beginProcessing(call, { ...asset, size: digest.size, picture }, imageSeconds, failure),
  );
  return { status: 201 };
}

/** For the feed page; large pictures leave only their measure behind. */
export function keepPicture(
  call: Call,
  asset: Asset,
  id: string,
  type: string,
  { size, sha256, bytes }: Awaited<ReturnType<typeof digestBody>>,
): string {
  if (bytes === null || !types.includes(type)) return '';
  putUpload(call.world.store, { platform: linkedin, account: asset.owner, id, type, size, sha256, bytes });
  return id;
}

export function requireUpload(call: Call, kind: Asset['kind']): Asset {
  const asset = findAssetById(call.world, call.params.id ?? '');
  if (asset === null || asset.kind !== kind || asset.secret !== call.query.get('ut')) {
    return refuse(restError(403, 'ACCESS_DENIED', 'The upload URL is not valid'));
  }
  return asset;
}

/** GET /rest/images/{urn}: write-only tokens may not read it. */
export function getImage(call: Call): Answer {
  requireVersion(call);
  const login = requireLogin(call);
  const urn = decodeURIComponent(call.params.urn ?? '');
  const asset = findAsset(call.world, urn);
  if (asset?.kind !== 'image') return restError(404, 'NOT_FOUND', `Could not find image ${urn}`);
  requireScope(login, 'images.GET', 'r_organization_social', 'rw_organization_admin', 'r_member_social');
  if (!isPage(asset.owner) && asset.owner !== login.member.id) accessDenied('images.GET');
  const status = statusOf(call.world, asset);
  return ok({
    id: asset.urn,
    owner: asset.owner,
    status,
    ...(status === 'AVAILABLE' && {
      downloadUrl: `${call.world.home()}/uploads/linkedin/${asset.picture}`,
      downloadUrlExpiresAt: call.world.now() + 86_400_000,
    }),
  });
}
