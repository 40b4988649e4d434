import { PostboteError } from '../../errors.ts';
import type { Media, Publishing } from '../publishing.ts';
import { findSpans } from './facets.ts';
import { linkThumb } from './limits.ts';
import { uploadImage } from './upload-image.ts';
import type { Blob } from './xrpc.ts';

type At = Publishing<unknown>;

export interface LinkCard {
  readonly $type: 'app.bsky.embed.external';
  readonly external: {
    readonly uri: string;
    readonly title: string;
    readonly description: string;
    readonly thumb?: Blob;
  };
}

/**
 * The server looks at no link by itself: the card under a post is part of the record. It belongs to the first link, and
 * there is none when its page cannot be read.
 */
export async function prepareCard(at: At): Promise<LinkCard | null> {
  const link = findSpans(at.post.text.toWellFormed()).find((span) => span.is === 'link');
  if (!link) return null;
  // Remembered whatever it came to: a page that changes in between must not change the record.
  return at.step.repeat('card', async () => {
    const page = await at.linkedPage(link.uri);
    if (page === null) return null;
    const { title, description, image } = page;
    const thumb = image && (await uploadThumb(at, image));
    const external = { uri: link.uri, title, description, ...(thumb && { thumb }) };
    return { $type: 'app.bsky.embed.external', external };
  });
}

/** Null when the picture does not suit; what is wrong with the login or the server is another matter. */
async function uploadThumb(at: At, image: Media): Promise<Blob | null> {
  try {
    return (await uploadImage(at, image, linkThumb)).blob;
  } catch (error) {
    const ofImage = error instanceof PostboteError && /^media_/.test(error.code);
    if (ofImage) return null;
    throw error;
  }
}

export function withoutThumb(card: LinkCard): LinkCard {
  const { thumb: _gone, ...external } = card.external;
  return { ...card, external };
}
