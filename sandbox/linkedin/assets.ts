import { randomWord } from '../accounts.ts';
import { findObject, putObject } from '../objects.ts';
import type { Call } from '../platform.ts';
import type { PostMedia } from '../store.ts';
import type { Moment, World } from '../world.ts';
import { linkedin } from './login.ts';

/** LinkedIn names the end of an upload address but no rule for it; a day is this sandbox's guess. */
const urlSeconds = 86_400;

export interface Part {
  readonly firstByte: number;
  readonly lastByte: number;
  readonly etag: string | null;
}

/** An image or a video on its way to a post. Its URN exists before its bytes do. */
export interface Asset {
  readonly urn: string;
  readonly id: string;
  readonly owner: string;
  readonly kind: 'image' | 'video';
  /** Makes the upload addresses unguessable. */
  readonly secret: string;
  readonly createdAt: number;
  readonly size: number;
  readonly parts: readonly Part[];
  readonly uploadToken: string;
  /** Id of the kept picture, `''` when its bytes were not kept. */
  readonly picture: string | null;
  readonly wantsThumbnail: boolean;
  readonly thumbnail: string | null;
  /** When the last byte was in; null before. */
  readonly uploaded: Moment | null;
  readonly seconds: number;
  /** Why processing fails; null when it does not. */
  readonly failure: string | null;
  /** The parts were named in another order than they were cut: accepted, and unwatchable. */
  readonly isScrambled: boolean;
}

export type AssetStatus = 'WAITING_UPLOAD' | 'PROCESSING' | 'AVAILABLE' | 'PROCESSING_FAILED';

export function openAsset(world: World, kind: Asset['kind'], owner: string): Asset {
  const id = `D4${kind === 'image' ? 'D22' : '10'}AQ${randomWord(14).replace(/[-_]/g, 'x')}`;
  return {
    urn: `urn:li:${kind}:${id}`,
    id,
    owner,
    kind,
    secret: randomWord(16),
    createdAt: world.now(),
    size: 0,
    parts: [],
    uploadToken: '',
    picture: null,
    wantsThumbnail: false,
    thumbnail: null,
    uploaded: null,
    seconds: 0,
    failure: null,
    isScrambled: false,
  };
}

export function saveAsset(world: World, asset: Asset): void {
  putObject(world.store, linkedin, 'asset', asset.owner, asset.id, asset);
}

export function findAsset(world: World, urn: string): Asset | null {
  const [, kind, id = ''] = /^urn:li:(image|video):([\w-]+)$/.exec(urn) ?? [];
  const asset = findObject<Asset>(world.store, linkedin, 'asset', id)?.data ?? null;
  return asset?.kind === kind ? asset : null;
}

export const findAssetById = (world: World, id: string): Asset | null =>
  findObject<Asset>(world.store, linkedin, 'asset', id)?.data ?? null;

export const urlExpiresAt = (asset: Asset): number => asset.createdAt + urlSeconds * 1000;

export function uploadUrl(world: World, asset: Asset, path: string): string {
  return `${world.home()}/linkedin/dms-uploads/sp/${asset.id}/${path}?ut=${asset.secret}`;
}

export function statusOf(world: World, asset: Asset): AssetStatus {
  if (asset.uploaded === null) return 'WAITING_UPLOAD';
  if (!world.passed(asset.uploaded, asset.seconds)) return 'PROCESSING';
  return asset.failure === null ? 'AVAILABLE' : 'PROCESSING_FAILED';
}

/** Takes the faults aimed at this intake and lets processing begin. */
export function beginProcessing(call: Call, asset: Asset, seconds: number, failure: string | null): Asset {
  const slower = call.takeFault('slow_processing', asset.owner)?.seconds ?? 0;
  const rejected = call.takeFault('rejected_media', asset.owner) !== null;
  return {
    ...asset,
    uploaded: call.world.moment(),
    seconds: seconds + slower,
    failure: rejected ? 'Media processing failed' : failure,
  };
}

export function seenMedia(asset: Asset, alt: string): PostMedia {
  const { kind, size, picture, id } = asset;
  return {
    type: kind,
    size,
    alt,
    ...(picture && { upload: picture }),
    ...(kind === 'video' && { film: id }),
  };
}
