import { countText, graphemesOf } from '../../contract/count-text.ts';
import type { Publishing } from '../publishing.ts';
import { MAX_DESCRIPTION_BYTES, MAX_TITLE } from './limits.ts';
import type { YoutubeSettings } from './settings.ts';

type Post = Publishing<YoutubeSettings>['post'];

/** `snippet` and `status` of the video to be (videos.insert). */
export function videoMetadata(post: Post) {
  const { settings } = post;
  return {
    snippet: {
      title: videoTitle(post),
      description: withoutAngles(post.text.toWellFormed()),
      ...(settings.tags.length > 0 && { tags: settings.tags }),
      categoryId: settings.category_id,
      ...(settings.language && {
        defaultLanguage: settings.language,
        defaultAudioLanguage: settings.language,
      }),
    },
    status: {
      privacyStatus: settings.privacy,
      selfDeclaredMadeForKids: settings.made_for_kids,
      ...(settings.contains_synthetic_media && { containsSyntheticMedia: true }),
      license: settings.license,
      embeddable: settings.embeddable,
      publicStatsViewable: settings.public_stats_viewable,
    },
  };
}

/** The chosen one, or the text's first line; a video without words is named after its file. */
export function videoTitle({ text, settings, media }: Pick<Post, 'text' | 'settings' | 'media'>): string {
  const firstLine = text.split(/[\r\n\u2028\u2029]/).find((line) => plain(line) !== '');
  const file =
    URL.parse(media[0]?.url ?? '')
      ?.pathname.split('/')
      .at(-1) ?? '';
  const candidates = [settings.title ?? '', firstLine ?? '', media[0]?.alt ?? '', fileTitle(file), 'Video'];
  return shorten(candidates.map(plain).find((title) => title !== '') ?? 'Video');
}

function plain(words: string): string {
  const oneLine = words
    .toWellFormed()
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return oneLine.replaceAll('<', '‹').replaceAll('>', '›');
}

function fileTitle(name: string): string {
  try {
    return decodeURIComponent(name)
      .replace(/\.\w{1,5}$/, '')
      .replace(/[_-]+/g, ' ');
  } catch {
    // A name in another encoding is no title.
    return '';
  }
}

/** At the end of a word where there is one, and never inside a character. */
function shorten(title: string): string {
  if (title.length <= MAX_TITLE) return title;
  let kept = '';
  for (const segment of graphemesOf(title)) {
    if (kept.length + segment.length > MAX_TITLE - 1) break;
    kept += segment;
  }
  const words = kept.replace(/\s+\S*$/, '');
  return `${(words.length > MAX_TITLE / 2 ? words : kept).trimEnd()}…`;
}

/** YouTube refuses < and >; the look-alikes need three bytes each, so a full description loses them instead. */
function withoutAngles(text: string): string {
  const alike = text.replaceAll('<', '‹').replaceAll('>', '›');
  return countText(alike, 'byte') <= MAX_DESCRIPTION_BYTES ? alike : text.replace(/[<>]/g, '');
}
