import { findUpload } from '../objects.ts';
import type { PostMedia, Store } from '../store.ts';
import { refuse } from './answers.ts';
import { bluesky } from './tokens.ts';

type Json = Record<string, unknown>;

/** What of a record can be seen in the feed. */
export interface SeenMedia {
  readonly media: PostMedia[];
}

/** Holds a record against app.bsky.feed.post of the lexicons; refuses with the server's words. */
export function checkPost(store: Store, account: string, record: Json): SeenMedia {
  const { text, createdAt, langs, tags, facets, embed } = record;
  if (text === undefined) fail('Missing required key "text"', '$');
  if (typeof text !== 'string') return fail(`Expected string value type (got ${typeName(text)})`, '$.text');
  checkText(text);
  if (createdAt === undefined) fail('Missing required key "createdAt"', '$');
  if (typeof createdAt !== 'string' || !isDatetime(createdAt)) fail('Invalid datetime', '$.createdAt');
  if (langs !== undefined) checkList(langs, 3, '$.langs');
  if (tags !== undefined) checkList(tags, 8, '$.tags');
  if (facets !== undefined) checkFacets(facets, text);
  const media: PostMedia[] = [];
  if (embed !== undefined) checkEmbed(store, account, asObject(embed, '$.embed'), '$.embed', media);
  return { media };
}

function checkText(text: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > 3000) fail(`string too big (maximum 3000, got ${bytes})`, '$.text');
  const graphemes = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].length;
  if (graphemes > 300) fail(`grapheme too big (maximum 300, got ${graphemes})`, '$.text');
}

function checkEmbed(store: Store, account: string, embed: Json, path: string, media: PostMedia[]): void {
  switch (embed.$type) {
    case 'app.bsky.embed.images':
      for (const [index, image] of checkList(embed.images, 4, `${path}.images`).entries()) {
        media.push(checkImage(store, account, image, `${path}.images[${index}]`, false));
      }
      return;
    case 'app.bsky.embed.gallery':
      for (const [index, item] of checkList(embed.items, 20, `${path}.items`).entries()) {
        media.push(checkImage(store, account, item, `${path}.items[${index}]`, true));
      }
      return;
    case 'app.bsky.embed.video': {
      const video = checkBlob(store, account, embed.video, `${path}.video`, /^video\/mp4$/, 300_000_000);
      if (embed.aspectRatio !== undefined) checkRatio(embed.aspectRatio, `${path}.aspectRatio`);
      if (embed.captions !== undefined) checkList(embed.captions, 20, `${path}.captions`);
      media.push({ type: 'video', size: video.size, alt: String(embed.alt ?? ''), film: video.id });
      return;
    }
    case 'app.bsky.embed.external': {
      const external = asObject(embed.external, `${path}.external`);
      for (const key of ['uri', 'title', 'description']) {
        if (typeof external[key] !== 'string') fail(`Missing required key "${key}"`, `${path}.external`);
      }
      if (external.thumb !== undefined) {
        checkBlob(store, account, external.thumb, `${path}.external.thumb`, /^image\//, 1_000_000);
      }
      return;
    }
    case 'app.bsky.embed.record':
      asObject(embed.record, `${path}.record`);
      return;
    case 'app.bsky.embed.recordWithMedia':
      asObject(embed.record, `${path}.record`);
      checkEmbed(store, account, asObject(embed.media, `${path}.media`), `${path}.media`, media);
      return;
    default:
      if (typeof embed.$type !== 'string') fail('Missing required key "$type"', path);
  }
}

function checkImage(
  store: Store,
  account: string,
  value: unknown,
  path: string,
  ratioNeeded: boolean,
): PostMedia {
  const item = asObject(value, path);
  const image = checkBlob(store, account, item.image, `${path}.image`, /^image\//, 2_000_000);
  if (item.alt === undefined) fail('Missing required key "alt"', path);
  if (typeof item.alt !== 'string')
    return fail(`Expected string value type (got ${typeName(item.alt)})`, `${path}.alt`);
  if (ratioNeeded && item.aspectRatio === undefined) fail('Missing required key "aspectRatio"', path);
  if (item.aspectRatio !== undefined) checkRatio(item.aspectRatio, `${path}.aspectRatio`);
  return { type: 'image', size: image.size, alt: item.alt, upload: image.id };
}

function checkBlob(
  store: Store,
  account: string,
  value: unknown,
  path: string,
  accept: RegExp,
  maxSize: number,
) {
  const blob = asObject(value, path);
  const link = (blob.ref as Json | undefined)?.$link;
  if (blob.$type !== 'blob' || typeof link !== 'string' || typeof blob.mimeType !== 'string') {
    return fail('Expected blob value type', path);
  }
  const upload = findUpload(store, bluesky, link, account);
  if (!accept.test(blob.mimeType)) fail(`Expected mime type "${accept.source}" (got ${blob.mimeType})`, path);
  if (Number(blob.size) > maxSize || (upload?.size ?? 0) > maxSize) {
    fail(`blob too big (maximum ${maxSize}, got ${upload?.size ?? blob.size})`, path);
  }
  if (upload === null) return refuse(400, 'BlobNotFound', `Could not find blob: ${link}`);
  if (upload.type !== blob.mimeType) {
    return refuse(
      400,
      'InvalidMimeType',
      `Referenced Mimetype does not match stored blob. Expected: ${upload.type}, Got: ${blob.mimeType}`,
    );
  }
  return upload;
}

/** Stricter than the real server, which takes any offsets: a facet beside its words is a bug worth hearing of. */
function checkFacets(value: unknown, text: string): void {
  const bytes = Buffer.from(text);
  const isBoundary = (at: number) => at === bytes.length || ((bytes[at] ?? 0) & 0xc0) !== 0x80;
  for (const [number, item] of checkList(value, Number.MAX_SAFE_INTEGER, '$.facets').entries()) {
    const path = `$.facets[${number}]`;
    const facet = asObject(item, path);
    const index = asObject(facet.index, `${path}.index`);
    const { byteStart, byteEnd } = index as { byteStart: number; byteEnd: number };
    if (!Number.isInteger(byteStart) || byteStart < 0)
      fail('integer too small (minimum 0)', `${path}.index.byteStart`);
    if (!Number.isInteger(byteEnd) || byteEnd <= byteStart || byteEnd > bytes.length) {
      fail(
        `facet ends outside the text (${bytes.length} bytes, got ${byteStart}–${byteEnd})`,
        `${path}.index.byteEnd`,
      );
    }
    if (!isBoundary(byteStart) || !isBoundary(byteEnd))
      fail('facet cuts a character in two', `${path}.index`);
    for (const feature of checkList(facet.features, 100, `${path}.features`)) {
      const { $type, uri, did, tag } = asObject(feature, `${path}.features`);
      const required = { '#link': uri, '#mention': did, '#tag': tag }[
        String($type).replace('app.bsky.richtext.facet', '')
      ];
      if (required !== undefined && typeof required === 'string') continue;
      fail('Missing required key', `${path}.features`);
    }
  }
}

function checkList(value: unknown, max: number, path: string): unknown[] {
  if (!Array.isArray(value)) return fail(`Expected array value type (got ${typeName(value)})`, path);
  if (value.length > max) fail(`array too big (maximum ${max}, got ${value.length})`, path);
  return value;
}

function checkRatio(value: unknown, path: string): void {
  const { width, height } = asObject(value, path) as { width: number; height: number };
  if (!Number.isInteger(width) || width < 1) fail('integer too small (minimum 1)', `${path}.width`);
  if (!Number.isInteger(height) || height < 1) fail('integer too small (minimum 1)', `${path}.height`);
}

function asObject(value: unknown, path: string): Json {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Json;
  return fail(
    value === undefined ? 'Missing required key' : `Expected object value type (got ${typeName(value)})`,
    path,
  );
}

function isDatetime(text: string): boolean {
  return (
    /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) && !Number.isNaN(Date.parse(text))
  );
}

function typeName(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
}

function fail(problem: string, path: string): never {
  return refuse(400, 'InvalidRequest', `Invalid app.bsky.feed.post record: ${problem} at ${path}`);
}
