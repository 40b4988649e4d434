import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import { readWithin, requireFit } from '../media-limits.ts';
import type { Media, Published, Publishing } from '../platform.ts';
import { blueskyError } from './errors.ts';
import { buildFacets, type Facet, findSpans } from './facets.ts';
import type { BlueskySettings } from './index.ts';
import { image } from './limits.ts';
import { createTid } from './tid.ts';
import { uploadVideo } from './video.ts';
import { aspectRatio, type Blob, bearer, blob, did, isRefusal, pdsOf, xrpc } from './xrpc.ts';

const COLLECTION = 'app.bsky.feed.post';

/** app.bsky.embed.images takes four at most, app.bsky.embed.gallery more. */
const MAX_PLAIN_IMAGES = 4;

type At = Publishing<BlueskySettings>;

export async function publish(at: At): Promise<Published> {
  const embed = await prepareEmbed(at);
  // Frozen with its key: the same record under the same key is the same post, however often it is sent.
  const { rkey, record } = await at.step.repeat('record', async () => ({
    rkey: createTid(at.now()),
    record: {
      $type: COLLECTION,
      ...(await richText(at)),
      createdAt: new Date(at.now()).toISOString(),
      ...(at.post.settings.langs.length > 0 && { langs: at.post.settings.langs }),
      ...(embed && { embed }),
    },
  }));
  const { uri } = await at.step.commit('post', { by: 'key' }, () => putRecord(at, rkey, record));
  return { id: uri, url: `${at.hosts.web}/profile/${at.account.externalId}/post/${rkey}` };
}

interface Uploaded {
  readonly image: Blob;
  readonly alt: string;
  readonly aspectRatio?: { readonly width: number; readonly height: number };
}

async function prepareEmbed(at: At) {
  const { media } = at.post;
  const [first] = media;
  if (!first) return null;
  if (first.kind === 'video') return await uploadVideo(at, first);
  const images: Uploaded[] = [];
  for (const [index, item] of media.entries()) {
    images.push(await at.step.repeat(`image-${index + 1}`, () => uploadImage(at, item)));
  }
  if (images.length <= MAX_PLAIN_IMAGES) return { $type: 'app.bsky.embed.images', images };
  return {
    $type: 'app.bsky.embed.gallery',
    items: images.map((item) => ({
      $type: 'app.bsky.embed.gallery#image',
      ...item,
      // Required here, only advised above; a square is the neutral frame for a picture that hides its size.
      aspectRatio: item.aspectRatio ?? { width: 1, height: 1 },
    })),
  };
}

const uploadedBlob = z.object({ blob });

async function uploadImage(at: At, item: Media): Promise<Uploaded> {
  const open = await item.open();
  let body: Uint8Array;
  try {
    requireFit('bluesky', open, image);
    body = await readWithin('bluesky', open, image.maxBytes);
  } catch (error) {
    await open.stream.cancel().catch(() => undefined); // Already closed when the reading failed.
    throw error;
  }
  const answer = await at.call({
    method: 'POST',
    url: xrpc(pdsOf(at.hosts, at.credentials), 'com.atproto.repo.uploadBlob'),
    headers: { ...bearer(at.credentials.accessToken), 'content-type': open.type },
    body,
    classify: blueskyError,
    timeoutSeconds: 60,
  });
  return { image: readAnswer(answer, uploadedBlob).blob, alt: item.alt, ...aspectRatio(open) };
}

async function richText(at: At): Promise<{ text: string; facets?: Facet[] }> {
  const text = at.post.text.toWellFormed();
  const spans = findSpans(text);
  const dids = new Map<string, string>();
  for (const span of spans) {
    if (span.is !== 'mention' || dids.has(span.handle)) continue;
    const found = await resolveHandle(at, span.handle);
    if (found) dids.set(span.handle, found);
  }
  const facets = buildFacets(text, spans, dids);
  return facets.length > 0 ? { text, facets } : { text };
}

async function resolveHandle(at: At, handle: string): Promise<string | null> {
  try {
    const answer = await at.call({
      method: 'GET',
      url: xrpc(pdsOf(at.hosts, at.credentials), 'com.atproto.identity.resolveHandle', { handle }),
      headers: bearer(at.credentials.accessToken),
      classify: blueskyError,
    });
    return readAnswer(answer, z.object({ did })).did;
  } catch (error) {
    // Nobody of that name: the mention stays plain text.
    if (error instanceof PostboteError && error.code === 'platform_rejected') return null;
    throw error;
  }
}

const written = z.object({ uri: z.string().startsWith('at://') });

async function putRecord(at: At, rkey: string, record: unknown): Promise<{ uri: string }> {
  const repo = at.account.externalId;
  const put = async () =>
    readAnswer(
      await at.call({
        method: 'POST',
        url: xrpc(pdsOf(at.hosts, at.credentials), 'com.atproto.repo.putRecord'),
        headers: bearer(at.credentials.accessToken),
        json: { repo, collection: COLLECTION, rkey, record, swapRecord: null },
        classify: blueskyError,
      }),
      written,
    );
  try {
    return await put();
  } catch (error) {
    // Our key is taken: it was us, even if the server keeps the record in another form.
    if (isRefusal(error, 'InvalidSwap')) return { uri: (await getRecord(at, rkey)).uri };
    if (!isRefusal(error, 'BlobNotFound')) throw error;
    // Unused blobs are swept some time after the upload; the same bytes get the same address again.
    if (at.post.media.some(({ kind }) => kind === 'video')) throw error;
    for (const item of at.post.media) await uploadImage(at, item);
    return await put();
  }
}

async function getRecord(at: At, rkey: string): Promise<z.infer<typeof written>> {
  const query = { repo: at.account.externalId, collection: COLLECTION, rkey };
  const answer = await at.call({
    method: 'GET',
    url: xrpc(pdsOf(at.hosts, at.credentials), 'com.atproto.repo.getRecord', query),
    headers: bearer(at.credentials.accessToken),
    classify: blueskyError,
  });
  return readAnswer(answer, written);
}
