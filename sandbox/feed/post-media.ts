import type { SeenPost } from '../describe-post.ts';
import type { World } from '../world.ts';
import { type Html, html } from './html.ts';
import { localPath } from './layout.ts';

type Item = SeenPost['media'][number];

/** One picture or film, or a strip of them to leaf through. */
export function postMedia(world: World, seen: SeenPost): Html | null {
  const { media } = seen;
  const [first] = media;
  if (first === undefined) return null;
  if (media.length === 1) return html`<div class="media">${tile(world, seen, first)}</div>`;
  const items = media.map(
    (item, index) =>
      html`<li>${tile(world, seen, item)}<span class="of">${index + 1}/${media.length}</span></li>`,
  );
  // A strip that can be scrolled must be reachable by keyboard.
  return html`<ul class="media strip-of" tabindex="0" aria-label="${media.length} pictures">${items}</ul>`;
}

function tile(world: World, seen: SeenPost, item: Item): Html {
  if (item.type === 'video') return film(world, seen, item);
  if (item.url === undefined) return missing('Image', item);
  return html`<figure><img src="${localPath(world, item.url)}" alt="${item.alt}"></figure>`;
}

function film(world: World, seen: SeenPost, item: Item): Html {
  const cover = seen.cover_url === undefined ? null : localPath(world, seen.cover_url);
  if (item.url === undefined) {
    if (cover === null) return missing('Video', item);
    return html`<figure class="film"><img src="${cover}" alt="${item.alt}"><figcaption>Video · ${readableSize(item.size)}, too long to keep here</figcaption></figure>`;
  }
  const poster = cover === null ? null : html` poster="${cover}"`;
  // Without a cover the first moments show instead of a black box.
  const start = cover === null ? '#t=0.1' : '';
  return html`<figure class="film"><video src="${localPath(world, item.url)}${start}" controls playsinline loop preload="metadata"${poster} aria-label="${item.alt || 'Video'}"></video></figure>`;
}

function missing(what: string, item: Item): Html {
  return html`<figure class="blank"><b>${what}</b>${readableSize(item.size)}${item.alt === '' ? null : html`<span>${item.alt}</span>`}</figure>`;
}

export function readableSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
