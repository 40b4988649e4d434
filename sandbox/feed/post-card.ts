import { describePost, type SeenPost } from '../describe-post.ts';
import { findPlatform } from '../platforms.ts';
import type { Post } from '../store.ts';
import type { World } from '../world.ts';
import { type Fragment, type Html, html } from './html.ts';
import { localPath } from './layout.ts';
import { icon, type Look, looks } from './looks.ts';
import { postMedia } from './post-media.ts';

const plain: Look = { layout: 'words', counts: [] };

/** One post as its platform would hang it; on its own page the link to itself is left out. */
export function postCard(world: World, post: Post, isAlone = false): Html {
  const seen = describePost(world, post);
  const look = looks[seen.platform] ?? plain;
  const shown = isAlone ? exactTime(post.publishedAt) : age(world.now() - post.publishedAt);
  const stamp = html`<time datetime="${seen.published_at}" title="${seen.published_at}">${shown}</time>`;
  const time = isAlone ? stamp : html`<a href="${localPath(world, seen.url)}">${stamp}</a>`;
  const parts = {
    header: headerOf(seen, time),
    media: postMedia(world, seen),
    words: wordsOf(seen, look),
    counts: countsOf(seen, look),
    more: moreOf(seen, look),
  };
  return html`<article class="card on-${seen.platform} as-${look.layout}" data-post="${seen.platform} ${seen.id}">
${orders[look.layout].map((name) => parts[name])}
</article>
`;
}

type Part = 'header' | 'media' | 'words' | 'counts' | 'more';
const textFirst: readonly Part[] = ['header', 'words', 'media', 'more', 'counts'];
const orders: Readonly<Record<Look['layout'], readonly Part[]>> = {
  words: textFirst,
  network: textFirst,
  photo: ['header', 'media', 'counts', 'words'],
  clip: ['media', 'words', 'counts', 'header'],
  video: ['media', 'words', 'header', 'counts'],
  pin: ['media', 'words', 'more', 'header', 'counts'],
  place: ['header', 'media', 'words', 'more'],
};

function headerOf(seen: SeenPost, time: Html): Html {
  const initial = [...seen.display_name][0]?.toUpperCase() ?? '?';
  return html`<header>
<span class="face" aria-hidden="true">${initial}</span>
<div class="who"><strong>${seen.display_name}</strong><span>@${seen.account} · ${time}</span></div>
<span class="badge">${findPlatform(seen.platform)?.name ?? seen.platform}</span>
</header>`;
}

function wordsOf(seen: SeenPost, { layout }: Look): Html | null {
  // The caption of a photo begins with its author.
  const author = layout === 'photo' ? html`<b>${seen.account}</b> ` : null;
  const title = seen.title === undefined ? null : html`<h2 class="title">${seen.title}</h2>`;
  const isSaid = seen.text === '' || seen.text === seen.title;
  if (isSaid) return title;
  return html`${title}<p class="text">${author}${withLinks(seen.text)}</p>`;
}

function countsOf(seen: SeenPost, { counts }: Look): Html | null {
  if (counts.length === 0) return null;
  const items = counts.map(
    ({ of, word, icon: name }) =>
      html`<li>${icon(name)}<b>${short(seen.metrics[of])}</b> <span>${seen.metrics[of] === 1 ? singular(word) : word}</span></li>`,
  );
  return html`<ul class="counts" aria-label="Reactions (invented)">${items}</ul>`;
}

function moreOf(seen: SeenPost, { layout }: Look): Html | null {
  if (seen.link === undefined) return null;
  const label = layout === 'place' ? 'Learn more' : (URL.parse(seen.link)?.host ?? seen.link);
  return html`<p class="more"><a href="${seen.link}" rel="noopener noreferrer nofollow">${icon('globe')}${label}</a></p>`;
}

/** Only http(s) addresses become links; everything between them stays text. */
function withLinks(text: string): Fragment {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/u)
    .map((piece, index) =>
      index % 2 === 1 ? html`<a href="${piece}" rel="noopener noreferrer nofollow">${piece}</a>` : piece,
    );
}

function singular(word: string): string {
  return word.replace(/ies$/, 'y').replace(/s$/, '');
}

function short(count: number): string {
  if (count < 1000) return String(count);
  return count < 1_000_000 ? `${(count / 1000).toFixed(1)}K` : `${(count / 1_000_000).toFixed(1)}M`;
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
