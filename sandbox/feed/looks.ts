import { type Html, html } from './html.ts';

/** How a platform hangs its posts: what comes first, and what it calls the numbers. */
export interface Look {
  /**
   * words: text with media below (X, Threads, Bluesky); network: the same with a bar of buttons; photo: picture
   * first, caption below; clip: upright film with everything on it; video: film with a title; pin: a picture with
   * a title; place: news of a shop.
   */
  readonly layout: 'words' | 'network' | 'photo' | 'clip' | 'video' | 'pin' | 'place';
  /** In the platform's order; a number it does not show is left out. */
  readonly counts: readonly Count[];
}

export interface Count {
  readonly of: 'likes' | 'comments' | 'shares' | 'saves' | 'reach';
  readonly word: string;
  readonly icon: IconName;
}

const count = (of: Count['of'], word: string, icon: IconName): Count => ({ of, word, icon });

const likes = count('likes', 'likes', 'heart');
const thumbs = count('likes', 'likes', 'thumb');
const reactions = (icon: IconName) => count('likes', 'reactions', icon);
const comments = count('comments', 'comments', 'bubble');
const replies = count('comments', 'replies', 'bubble');
const shares = (icon: IconName) => count('shares', 'shares', icon);
const reposts = count('shares', 'reposts', 'repeat');
const views = count('reach', 'views', 'eye');
const marked = (of: 'shares' | 'saves', word: string) => count(of, word, 'bookmark');

export const looks: Readonly<Record<string, Look>> = {
  bluesky: { layout: 'words', counts: [replies, reposts, likes] },
  facebook: { layout: 'network', counts: [thumbs, comments, shares('arrow')] },
  google_business: { layout: 'place', counts: [] },
  instagram: { layout: 'photo', counts: [likes, comments, shares('plane'), marked('saves', 'saves')] },
  linkedin: { layout: 'network', counts: [reactions('thumb'), comments, reposts] },
  pinterest: { layout: 'pin', counts: [reactions('heart'), comments, marked('shares', 'saves')] },
  threads: { layout: 'words', counts: [likes, replies, reposts, views] },
  tiktok: { layout: 'clip', counts: [likes, comments, shares('arrow'), views] },
  twitter: { layout: 'words', counts: [replies, reposts, likes, views, marked('saves', 'bookmarks')] },
  youtube: { layout: 'video', counts: [views, thumbs, comments] },
};

export type IconName =
  | 'heart'
  | 'bubble'
  | 'repeat'
  | 'thumb'
  | 'arrow'
  | 'plane'
  | 'bookmark'
  | 'eye'
  | 'globe';

/** Drawn for this page, 24 by 24, one stroke each. */
const icons: Readonly<Record<IconName, Html>> = {
  heart: html`<path d="M12 20C5 15 3 12 3 8.500A4.500 4.500 0 0 1 12 6.700 4.500 4.500 0 0 1 21 8.500C21 12 19 15 12 20Z"/>`,
  bubble: html`<path d="M4 5h16v11H10l-4 4v-4H4Z"/>`,
  repeat: html`<path d="M7 4 4 7l3 3M4 7h12a4 4 0 0 1 4 4M17 20l3-3-3-3M20 17H8a4 4 0 0 1-4-4"/>`,
  thumb: html`<path d="M4 11h3v9H4ZM7 12l4-8c2 0 3 1 2.500 3L13 10h6l-2 10H7"/>`,
  arrow: html`<path d="M14 5l6 6-6 6v-4c-5 0-8 2-10 6 0-6 4-10 10-10Z"/>`,
  plane: html`<path d="M4 11 21 4l-6 17-3-8ZM12 13l9-9"/>`,
  bookmark: html`<path d="M6 4h12v17l-6-5-6 5Z"/>`,
  eye: html`<path d="M2 12c4-7 16-7 20 0-4 7-16 7-20 0ZM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6"/>`,
  globe: html`<path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3 12h18M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18"/>`,
};

export function icon(name: IconName): Html {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${icons[name]}</svg>`;
}
