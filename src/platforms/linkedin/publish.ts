import { PostboteError } from '../../errors.ts';
import type { Lost, Published, Publishing } from '../publishing.ts';
import { findPost, type Sent } from './find-post.ts';
import { toLittle } from './little-text.ts';
import { isPage, restPost } from './rest.ts';
import type { LinkedinSettings } from './settings.ts';
import { imageReady, type UploadedImage, uploadImage } from './upload-image.ts';
import { uploadVideo } from './upload-video.ts';

type At = Publishing<LinkedinSettings>;
/** `urn` is null when the post is live for certain but the answer did not name it. */
type Live = { readonly urn: string | null; readonly sentAt?: number };

export async function publish(at: At): Promise<Published> {
  requireAudience(at);
  const media = await uploadAll(at);
  const content = contentOf(at, media);
  const sent: Sent = {
    commentary: toLittle(at.post.text),
    media,
    source: content?.article?.source ?? null,
  };
  const live = await at.step.commit<Live>('post', lostPolicy(at, sent), () => createPost(at, sent, content));
  const urn = live.urn ?? (await at.step.repeat('id', () => lookUp(at, sent, live.sentAt ?? at.now())));
  // The author or the medium is all there is to name it by; the prefix keeps it from passing as a post's URN.
  if (urn === null) return { id: `unnamed:${media[0] ?? at.account.externalId}`, url: null };
  return { id: urn, url: `${at.hosts.www}/feed/update/${urn}/` };
}

/** A page has no connections; to make the post public instead is not ours to decide. */
function requireAudience(at: At): void {
  if (!isPage(at.account.externalId) || at.post.settings.visibility === 'PUBLIC') return;
  throw new PostboteError('setting_missing', { facts: { platform: 'linkedin', setting: 'visibility' } });
}

/** All images are sent before the first is waited for: LinkedIn works on them side by side. */
async function uploadAll(at: At): Promise<string[]> {
  const { media, cover } = at.post;
  const [first] = media;
  if (first?.kind === 'video') return [await uploadVideo(at, 'video', first, cover)];
  const images: UploadedImage[] = [];
  for (const [index, item] of media.entries()) {
    images.push(await uploadImage(at, `image-${index + 1}`, item));
  }
  for (const [index, item] of images.entries()) await imageReady(at, `image-${index + 1}`, item);
  return images.map(({ urn }) => urn);
}

interface Content {
  readonly media?: unknown;
  readonly multiImage?: unknown;
  readonly article?: { readonly source: string; readonly title: string; readonly description?: string };
  readonly poll?: unknown;
}

/** Exactly one kind, or none for plain text. */
function contentOf(at: At, media: readonly string[]): Content | undefined {
  const { article, poll, video_title: title } = at.post.settings;
  const described = media.map((id, index) => {
    const item = at.post.media[index];
    return { id, ...(item?.kind === 'image' && item.alt !== '' && { altText: item.alt }) };
  });
  const [first] = described;
  if (described.length > 1) return { multiImage: { images: described } };
  if (first) {
    const isVideo = at.post.media[0]?.kind === 'video';
    return { media: { ...first, ...(isVideo && title !== undefined && { title }) } };
  }
  if (article) {
    const { url: source, title: heading, description } = article;
    return { article: { source, title: heading, ...(description !== undefined && { description }) } };
  }
  if (!poll) return undefined;
  const { question, options, duration } = poll;
  return { poll: { question, options: options.map((text) => ({ text })), settings: { duration } } };
}

/**
 * A page's posts can be listed, a member's cannot. An empty listing is no proof (LinkedIn states no delay between
 * writing and reading), and the refusal of equal content is documented nowhere: neither may post a second time.
 */
function lostPolicy(at: At, sent: Sent): Lost<Live> {
  if (!isPage(at.account.externalId)) return { by: 'person' };
  return {
    by: 'asking',
    looks: [8, 30, 120],
    find: (begunAt) => findPost(at, sent, begunAt),
    absent: 'person',
  };
}

async function createPost(at: At, sent: Sent, content: Content | undefined): Promise<Live> {
  const { visibility, reshare_disabled } = at.post.settings;
  const sentAt = at.now();
  const { headers } = await restPost(at, '/rest/posts', {
    author: at.account.externalId,
    commentary: sent.commentary,
    visibility,
    distribution: { feedDistribution: 'MAIN_FEED', targetEntities: [], thirdPartyDistributionChannels: [] },
    ...(content && { content }),
    lifecycleState: 'PUBLISHED',
    isReshareDisabledByAuthor: reshare_disabled,
  });
  // The body is empty: the id travels in a header and nowhere else.
  return { urn: headers.get('x-restli-id') || headers.get('x-linkedin-id') || null, sentAt };
}

async function lookUp(at: At, sent: Sent, sentAt: number): Promise<string | null> {
  if (!isPage(at.account.externalId)) return null;
  try {
    const found = await findPost(at, sent, sentAt);
    return found.is === 'live' ? found.value.urn : null;
  } catch (error) {
    // It is live; not knowing its name must not undo that.
    if (error instanceof PostboteError) return null;
    throw error;
  }
}
