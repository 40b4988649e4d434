import type { Call } from '../platform.ts';
import type { Post, PostMedia } from '../store.ts';
import { brokenImage, decodeImage, fetchImage, type KeptImage } from './fetch-image.ts';
import { requireMedia, statusOf } from './media.ts';
import { invalid } from './pinterest-error.ts';

export interface Source {
  readonly type: Post['type'];
  readonly media: readonly PostMedia[];
  readonly cover: string | null;
}

type Fields = Record<string, unknown>;

/** `media_source`, told apart by `source_type`; without it there is no pin. */
export async function readSource(call: Call, account: string, given: unknown, alt: string): Promise<Source> {
  if (typeof given !== 'object' || given === null) return invalid("'media_source' is a required property");
  const source = given as Fields;
  const { world } = call;
  if (String(source.source_type).includes('image') && call.takeFault('rejected_media', account) !== null) {
    brokenImage();
  }
  switch (source.source_type) {
    case 'image_url':
      return single(await fetchImage(world, account, source.url), alt);
    case 'image_base64':
      return single(decodeImage(world, account, source.content_type, source.data), alt);
    case 'multiple_image_urls':
      return several(await inTurn(items(source), (item) => fetchImage(world, account, item.url)), alt);
    case 'multiple_image_base64':
      return several(
        items(source).map((item) => decodeImage(world, account, item.content_type, item.data)),
        alt,
      );
    case 'video_id':
      return await video(call, account, source, alt);
    default:
      return invalid(`'${source.source_type}' is not a known source_type`);
  }
}

function items(source: Fields): Fields[] {
  const given = source.items;
  if (!Array.isArray(given) || given.length < 2) return invalid('items (constraint: minItems=2)');
  if (given.length > 5) return invalid('items (constraint: maxItems=5)');
  return given.map((item) => (typeof item === 'object' && item !== null ? (item as Fields) : {}));
}

async function inTurn(list: readonly Fields[], read: (item: Fields) => Promise<KeptImage>) {
  const kept: KeptImage[] = [];
  for (const item of list) kept.push(await read(item));
  return kept;
}

async function video(call: Call, account: string, source: Fields, alt: string): Promise<Source> {
  const media = requireMedia(call, account, String(source.media_id ?? ''));
  if (statusOf(call.world, media) !== 'succeeded')
    invalid('The media upload is not ready, or it has failed.');
  const cover = await readCover(call, account, source);
  return { type: 'video', media: [{ type: 'video', size: media.size, alt, film: media.id }], cover };
}

/** One of three forms; without any of them the video is refused. */
async function readCover(call: Call, account: string, source: Fields): Promise<string | null> {
  if (source.cover_image_url !== undefined) {
    return (await fetchImage(call.world, account, source.cover_image_url)).upload ?? '';
  }
  if (source.cover_image_data !== undefined) {
    const { cover_image_content_type: type, cover_image_data: data } = source;
    return decodeImage(call.world, account, type, data).upload ?? '';
  }
  const second = source.cover_image_key_frame_time;
  if (Number.isInteger(second) && Number(second) >= 0) return null;
  return invalid('One of cover_image_url or cover_image_content_type is required for video Pins.');
}

function single(image: KeptImage, alt: string): Source {
  return { type: 'image', media: [seen(image, alt)], cover: null };
}

function several(images: readonly KeptImage[], alt: string): Source {
  return { type: 'carousel', media: images.map((image) => seen(image, alt)), cover: null };
}

function seen({ size, upload }: KeptImage, alt: string): PostMedia {
  return { type: 'image', size, alt, ...(upload === undefined ? {} : { upload }) };
}
