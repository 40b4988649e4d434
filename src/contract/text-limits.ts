import type { PlatformId, PostType } from './platform-ids.ts';

export type TextUnit = 'grapheme' | 'codepoint' | 'utf16' | 'byte' | 'x-weighted' | 'threads';

export interface TextLimit {
  readonly max: number;
  readonly unit: TextUnit;
  /** The post types it holds for; absent, it holds for all. */
  readonly for?: readonly PostType[];
}

/**
 * How long the text of a post may be: the field that carries `content`, not titles or alt texts. Where a
 * platform does not say what it counts, UTF-16 units are taken, which never count less than code points.
 */
export const textLimits: Record<PlatformId, readonly TextLimit[]> = {
  // Content publishing guide: `caption`, 2,200 characters. The unit is not documented.
  instagram: [{ max: 2200, unit: 'utf16' }],

  // Direct post reference: a video's `title` (the caption) 2,200 UTF-16 units, a photo post's `description`
  // 4,000. A draft without media can still become a photo post, so it has the wider limit.
  tiktok: [
    { max: 2200, unit: 'utf16', for: ['video'] },
    { max: 4000, unit: 'utf16' },
  ],

  // Data API, videos resource: `snippet.description`, 5,000 bytes.
  youtube: [{ max: 5000, unit: 'byte' }],

  // twitter-text configuration v3. Premium accounts may write 25,000; which account may is not reliably
  // readable by API, so everyone has the common limit.
  twitter: [{ max: 280, unit: 'x-weighted' }],

  // `commentary`, 3,000 characters by the older ugcPosts page; the Posts page only names the error
  // FIELD_LENGTH_TOO_LONG. Unit, and whether the escaping backslashes count, are unconfirmed.
  linkedin: [{ max: 3000, unit: 'utf16' }],

  // `message`: 63,206 is commonly quoted and not in the Graph API's documentation. Unit unconfirmed.
  facebook: [{ max: 63206, unit: 'utf16' }],

  // OpenAPI 5.23.0: `description`, maxLength 800, which JSON Schema counts in code points. Pinterest's site
  // still shows 500 to people.
  pinterest: [{ max: 800, unit: 'codepoint' }],

  // Threads API overview: 500 characters, emoji counted as their UTF-8 bytes. How joined emoji count is
  // unconfirmed.
  threads: [{ max: 500, unit: 'threads' }],

  // Lexicon app.bsky.feed.post: maxGraphemes 300, maxLength 3,000 (bytes). Both are checked by the server.
  bluesky: [
    { max: 300, unit: 'grapheme' },
    { max: 3000, unit: 'byte' },
  ],

  // LocalPost `summary`: the API refuses with "Must be at most 1500 characters"; the reference is silent.
  // Unit unconfirmed.
  google_business: [{ max: 1500, unit: 'codepoint' }],
};
