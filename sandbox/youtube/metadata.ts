import { badRequest } from './google-error.ts';

/** What a session was opened with: snippet and status of the video to be. */
export interface Metadata {
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly categoryId: string;
  readonly defaultLanguage: string | null;
  readonly privacyStatus: 'public' | 'unlisted' | 'private';
  readonly publishAt: string | null;
  readonly madeForKids: boolean;
  readonly containsSyntheticMedia: boolean;
  readonly license: string;
  readonly embeddable: boolean;
  readonly publicStatsViewable: boolean;
}

/** Assignable ones of the United States, with their English names. */
export const categories: Readonly<Record<string, string>> = {
  1: 'Film & Animation',
  2: 'Autos & Vehicles',
  10: 'Music',
  15: 'Pets & Animals',
  17: 'Sports',
  19: 'Travel & Events',
  20: 'Gaming',
  22: 'People & Blogs',
  23: 'Comedy',
  24: 'Entertainment',
  25: 'News & Politics',
  26: 'Howto & Style',
  27: 'Education',
  28: 'Science & Technology',
  29: 'Nonprofits & Activism',
};

const maxTitle = 100;
const maxDescriptionBytes = 5000;
const maxTags = 500;

export function readMetadata(
  input: Record<string, unknown>,
  parts: readonly string[],
  now: number,
): Metadata {
  const snippet = parts.includes('snippet') ? record(input.snippet) : {};
  const status = parts.includes('status') ? record(input.status) : {};
  const title = text(snippet.title);
  const description = text(snippet.description);
  if (title.trim() === '' || title.length > maxTitle || /[<>]/.test(title)) {
    badRequest('invalidTitle', 'The request metadata specifies an invalid or empty video title.');
  }
  if (Buffer.byteLength(description) > maxDescriptionBytes || /[<>]/.test(description)) {
    badRequest('invalidDescription', 'The request metadata specifies an invalid video description.');
  }
  const tags = Array.isArray(snippet.tags) ? snippet.tags.map(text) : [];
  if (weigh(tags) > maxTags || tags.some((tag) => tag.trim() === '' || /[<>]/.test(tag))) {
    badRequest('invalidTags', 'The request metadata specifies invalid video keywords.');
  }
  const categoryId = text(snippet.categoryId) || '22';
  if (!Object.hasOwn(categories, categoryId)) {
    badRequest('invalidCategoryId', `The snippet.categoryId property specifies an invalid category ID.`);
  }
  return {
    title,
    description,
    tags,
    categoryId,
    defaultLanguage: text(snippet.defaultLanguage) || null,
    ...readPrivacy(status, now),
    madeForKids: status.selfDeclaredMadeForKids === true,
    containsSyntheticMedia: status.containsSyntheticMedia === true,
    license: text(status.license) || 'youtube',
    embeddable: status.embeddable !== false,
    publicStatsViewable: status.publicStatsViewable !== false,
  };
}

function readPrivacy(status: Record<string, unknown>, now: number) {
  const asked = text(status.privacyStatus) || 'public';
  const known = ['public', 'unlisted', 'private'] as const;
  const privacyStatus = known.find((name) => name === asked);
  if (privacyStatus === undefined) {
    return badRequest('invalidVideoMetadata', 'The request metadata is invalid.');
  }
  const publishAt = text(status.publishAt) || null;
  if (publishAt !== null && (privacyStatus !== 'private' || !(Date.parse(publishAt) > now))) {
    badRequest('invalidPublishAt', 'The request metadata specifies an invalid scheduled publishing time.');
  }
  return { privacyStatus, publishAt };
}

/** Commas between tags count, and so do the quotation marks around one with a space. */
function weigh(tags: readonly string[]): number {
  const letters = tags.reduce((sum, tag) => sum + tag.length + (/\s/.test(tag) ? 2 : 0), 0);
  return letters + Math.max(0, tags.length - 1);
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
