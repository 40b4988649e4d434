import type { PostType } from '../contract/platform-ids.ts';
import type { Call, Hosts } from './call.ts';
import type { Credentials } from './signing-in.ts';

export interface Publishing<S> {
  readonly account: { readonly externalId: string; readonly username: string | null };
  readonly credentials: Credentials;
  readonly hosts: Hosts;
  readonly post: {
    readonly type: PostType;
    readonly text: string;
    readonly media: readonly Media[];
    readonly cover: Media | null;
    readonly settings: S;
  };
  readonly step: Step;
  readonly call: Call;
  /** What the page at an address in the text says about itself; null when it cannot be read. Guarded as media are. */
  linkedPage(url: string): Promise<LinkedPage | null>;
  /** Which of these posts, by their public ids, are known to be other deliveries': none of them can be ours. */
  takenIds(ids: readonly string[]): Promise<ReadonlySet<string>>;
  now(): number;
}

export interface LinkedPage {
  readonly title: string;
  readonly description: string;
  readonly image: Media | null;
}

/** A file at an address the user gave. Nothing is read before `open` or `probe`. */
export interface Media {
  readonly url: string;
  readonly kind: 'image' | 'video';
  readonly alt: string;
  /** Connects (guarded), sniffs the first bytes, and hands out a stream. The caller reads it to the end or destroys it. */
  open(): Promise<OpenMedia>;
  /** Like `open`, but closes again: type and size only. */
  probe(): Promise<MediaFacts>;
  /** The bytes `[start, end)`; used by chunked uploads that resume. Never more than 8 MiB at once. */
  slice(start: number, end: number): Promise<Uint8Array>;
}

export interface MediaFacts {
  /** Sniffed from the bytes, not taken from a header. */
  readonly type: string;
  /** Null when the server does not say. */
  readonly size: number | null;
  readonly width: number | null;
  readonly height: number | null;
  /** Of a film whose tables we have read: our own files. */
  readonly durationMs?: number | null;
}

export interface OpenMedia extends MediaFacts {
  readonly stream: ReadableStream<Uint8Array>;
}

export interface Published {
  readonly id: string;
  readonly url: string | null;
}

/** What the runner remembers about one delivery. Keys are names, not positions. */
export interface Step {
  /** May be repeated: at worst it leaves an orphan upload nobody sees. */
  repeat<T>(key: string, run: () => Promise<T>): Promise<T>;
  /** Asks until the answer is not null. Between questions the delivery sleeps in the database. */
  until<T>(key: string, pace: { seconds: number; times: number }, ask: () => Promise<T | null>): Promise<T>;
  /**
   * Makes something public. `lost` says how to learn what happened when the answer never came. Null from `run`: it was
   * answered, and certainly nothing became public.
   */
  commit<T>(key: string, lost: Lost<T>, run: () => Promise<T>): Promise<T>;
}

export type Lost<T> =
  /** The platform drops a repeat bearing the same key: simply send it again. */
  | { readonly by: 'key' }
  | {
      readonly by: 'asking';
      /** Seconds to wait before each look; all looks must say `absent` before it counts. */
      readonly looks: readonly number[];
      /** When the first request that may have had an effect was announced, and when the last (ms since 1970). */
      find(begunAt: number, lastAt: number): Promise<Found<T>>;
      /** What to do once every look said `absent`: send the same again, or leave it to the owner. */
      readonly absent: 'repeat' | 'person';
    }
  /** Nobody can tell: `unconfirmed`, show the owner. */
  | { readonly by: 'person' };

export type Found<T> =
  | { readonly is: 'live'; readonly value: T }
  | { readonly is: 'absent' }
  /** Certainly not public, and what was prepared is used up: forget every step and begin again. */
  | { readonly is: 'void' };
