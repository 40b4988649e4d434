import type { TextLimit } from '../contract/text-limits.ts';
import type { CallRequest } from './call.ts';

export interface Quota {
  readonly posts: number;
  /** A rolling time, or the day between two midnights there. */
  readonly window: { readonly seconds: number } | { readonly dayIn: string };
  /** One account, or all accounts of the operator's app together. */
  readonly of: 'account' | 'app';
  /** Only posts with this setting count and wait, such as Facebook's Reels. */
  readonly only?: Readonly<Record<string, string | boolean>>;
}

export interface CallBudget {
  readonly units: number;
  readonly window: { readonly dayIn: string };
  /** What a post may need until it is out and followed up: with less than that left it waits. */
  readonly perPost: number;
  /** Kept for posts: with no more than that left, no numbers are read. */
  readonly forPosts: number;
  /** Zero: it is not counted, or elsewhere. */
  cost(request: CallRequest): number;
}

export interface UsedUp {
  readonly what: 'posting' | 'reading' | 'everything';
  readonly seconds: number;
  /** True: nobody else of the operator's app gets through either. */
  readonly wholeApp?: boolean;
}

export interface Limits {
  /** Every one of them must hold. */
  readonly text: readonly TextLimit[];
  readonly image?: ImageLimits;
  readonly video?: MediaLimits;
  readonly carousel?: { readonly min: number; readonly max: number };
}

export interface Seconds {
  readonly min: number;
  readonly max: number;
}

export interface MediaLimits {
  /** MIME types the platform takes. */
  readonly types: readonly string[];
  readonly maxBytes: number;
  /** Of a film. */
  readonly seconds?: Seconds;
  /** The platform fetches the file from its address by itself. */
  readonly byAddress?: boolean;
}

/** What can be met by converting or shrinking is met by us before publishing; nothing is ever cropped or enlarged. */
export interface ImageLimits extends MediaLimits {
  /** Width × height. */
  readonly maxPixels?: number;
  readonly maxShorterSide?: number;
  /** Each side; only for pictures of a post, not for a video's cover. */
  readonly minSide?: number;
  /** Width divided by height; only for pictures of a post, not for a video's cover. */
  readonly ratio?: { readonly min: number; readonly max: number };
  /** A GIF alone in its post may have this many bytes. */
  readonly loneGifBytes?: number;
}
