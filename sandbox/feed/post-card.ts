import { describePost, type SeenPost } from '../describe-post.ts';
import { findPlatform } from '../platforms.ts';
import type { Post } from '../store.ts';
import type { World } from '../world.ts';
import { type Fragment, type Html, html } from './html.ts';
import { localPath } from './layout.ts';

/** One post as it hangs in the feed; on its own page the link to itself is left out. */
export function postCard(world: World, post: Post, isAlone = false): Html {
  const seen = describePost(world, post);
  const page = localPath(world, seen.url);
  const time = html`<time datetime="${seen.published_at}" title="${seen.published_at}">${isAlone ? exactTime(post.publishedAt) : age(world.now() - post.publishedAt)}</time>`;
  const { likes, comments, shares } = seen.metrics;
  return html`<article class="card on-${seen.platform}">
<header>
<span class="face" aria-hidden="true">${[...seen.display_name][0]?.toUpperCase() ?? '?'}</span>
<div class="who"><strong>${seen.display_name}</strong><span>@${seen.account}</span></div>
<span class="badge">${findPlatform(seen.platform)?.name ?? seen.platform}</span>
</header>
${seen.text === '' ? null : html`<p class="text">${withLinks(seen.text)}</p>`}
${seen.media.length === 0 ? null : mediaGrid(world, seen)}
<footer>
${isAlone ? time : html`<a href="${page}">${time}</a>`}
<span class="kind">${kindOf(seen)}</span>
<ul class="counts" aria-label="Reactions (invented)">
<li>${likes} <span>likes</span></li><li>${comments} <span>replies</span></li><li>${shares} <span>shares</span></li>
</ul>
</footer>
</article>
`;
}

function mediaGrid(world: World, seen: SeenPost): Html {
  const shown = seen.media.slice(0, 4);
  const hidden = seen.media.length - shown.length;
  return html`<div class="media of-${shown.length}">${shown.map((item, index) => {
    const more = hidden > 0 && index === shown.length - 1 ? html`<span class="more">+${hidden}</span>` : null;
    if (item.type === 'video') return videoTile(world, seen, item);
    return html`<figure>${picture(world, item.url, item.alt, item.size)}${more}</figure>`;
  })}</div>`;
}

function picture(world: World, url: string | undefined, alt: string, size: number): Html {
  if (url !== undefined) return html`<img src="${localPath(world, url)}" alt="${alt}" loading="lazy">`;
  return html`<span class="blank"><b>Image</b>${readableSize(size)}</span>`;
}

function videoTile(world: World, seen: SeenPost, item: SeenPost['media'][number]): Html {
  const cover =
    seen.cover_url === undefined ? null : html`<img src="${localPath(world, seen.cover_url)}" alt="">`;
  const note = seen.cover ? 'Video with cover' : 'Video';
  return html`<figure class="video">${cover ?? html`<span class="blank"></span>`}<span class="play" aria-hidden="true"></span><figcaption>${note} · ${readableSize(item.size)}${item.alt === '' ? null : ` · ${item.alt}`}</figcaption></figure>`;
}

/** Only http(s) addresses become links; everything between them stays text. */
function withLinks(text: string): Fragment {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/u)
    .map((piece, index) =>
      index % 2 === 1 ? html`<a href="${piece}" rel="noopener noreferrer nofollow">${piece}</a>` : piece,
    );
}

function kindOf(seen: SeenPost): string {
  if (seen.type === 'carousel') return `${seen.media.length} images`;
  return { text: 'Text', image: 'Image', video: 'Video' }[seen.type] ?? seen.type;
}

export function readableSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${Math.round(bytes / 1000)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function exactTime(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function age(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 10) return 'just now';
  if (seconds < 60) return `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}
