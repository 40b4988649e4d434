import { z } from 'zod';
import { PostboteError } from '../../errors.ts';
import { readAnswer } from '../http.ts';
import type { Media, Published, Publishing } from '../publishing.ts';
import { buildFacets, type Facet, findSpans } from './facets.ts';
import type { BlueskySettings } from './index.ts';
import { image } from './limits.ts';
import { type LinkCard, prepareCard, withoutThumb } from './link-card.ts';
import { createTid } from './tid.ts';
import { uploadImage } from './upload-image.ts';
import { uploadVideo } from './video.ts';
import { askPds, aspectRatio, type Blob, did, isRefusal } from './xrpc.ts';

const COLLECTION = 'app.bsky.feed.post';

/** app.bsky.embed.images takes four at most, app.bsky.embed.gallery more. */
const MAX_PLAIN_IMAGES = 4;

type At = Publishing<BlueskySettings>;

interface Frozen {
  readonly embed?: { readonly $type: string };
  readonly [field: string]: unknown;
}

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
  if (!first) return prepareCard(at);
  if (first.kind === 'video') return await uploadVideo(at, first);
  const images: Uploaded[] = [];
  for (const [index, item] of media.entries()) {
    images.push(await at.step.repeat(`image-${index + 1}`, () => toEmbedded(at, item)));
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

async function toEmbedded(at: At, item: Media): Promise<Uploaded> {
  const { blob, facts } = await uploadImage(at, item, image);
  return { image: blob, alt: item.alt, ...aspectRatio(facts) };
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
    const answer = await askPds(at, {
      method: 'GET',
      name: 'com.atproto.identity.resolveHandle',
      query: { handle },
    });
    return readAnswer(answer, z.object({ did })).did;
  } catch (error) {
    // Nobody of that name: the mention stays plain text.
    if (error instanceof PostboteError && error.code === 'platform_rejected') return null;
    throw error;
  }
}

const written = z.object({ uri: z.string().startsWith('at://') });

async function putRecord(at: At, rkey: string, record: Frozen): Promise<{ uri: string }> {
  const repo = at.account.externalId;
  const put = async (sent: Frozen) => {
    const json = { repo, collection: COLLECTION, rkey, record: sent, swapRecord: null };
    const answer = await askPds(at, { method: 'POST', name: 'com.atproto.repo.putRecord', json });
    return readAnswer(answer, written);
  };
  const live = async (error: unknown) => {
    // Our key is taken: it was us, even if the server keeps the record in another form.
    if (isRefusal(error, 'InvalidSwap')) return { uri: (await getRecord(at, rkey)).uri };
    throw error;
  };
  try {
    return await put(record);
  } catch (error) {
    if (!isRefusal(error, 'BlobNotFound')) return live(error);
    // Unused blobs are swept some time after the upload; the same bytes get the same address again.
    if (at.post.media.some(({ kind }) => kind === 'video')) throw error;
    for (const item of at.post.media) await uploadImage(at, item, image);
    return await put(withoutCardImage(record)).catch(live);
  }
}

/** The picture of a page may be another one by now. Nothing is under this key yet, so the post goes out without it. */
function withoutCardImage(record: Frozen): Frozen {
  const { embed } = record;
  return embed?.$type === 'app.bsky.embed.external'
    ? { ...record, embed: withoutThumb(embed as LinkCard) }
    : record;
}

async function getRecord(at: At, rkey: string): Promise<z.infer<typeof written>> {
  const query = { repo: at.account.externalId, collection: COLLECTION, rkey };
  return readAnswer(await askPds(at, { method: 'GET', name: 'com.atproto.repo.getRecord', query }), written);
}
