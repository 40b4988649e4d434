import type { PostType } from '../../src/contract/platform-ids.ts';
import type { ErrorCode, PostboteError } from '../../src/errors.ts';
import type { CallAnswer } from '../../src/platforms/call.ts';
import type { Metric, Reading } from '../../src/platforms/platform.ts';

/** What the one suite must know about a platform beyond its data sheet. The same shape for all ten. */
export interface PlatformContract {
  readonly login: LoginContract;
  /** Every post type, every setting, cover and alt text: the suite checks that nothing of the data sheet is left out. */
  readonly posts: readonly PostCase[];
  /** Limits that are ours alone, with the reason: the platform itself would take more. */
  readonly ours: Partial<Record<'image size' | 'image types' | 'video types' | 'carousel', string>>;
  /** Bytes by which a video must be too long before the twin can tell, because it only sees the form around it. */
  readonly formBytes?: number;
  /** The largest thing the platform takes and the smallest it refuses, where no limit of the data sheet states it. */
  readonly rules: readonly RuleCase[];
  readonly errors: readonly ErrorTable[];
  /** What becomes of a post whose publishing call is answered with a 500 before anything happened. */
  readonly afterError: 'published' | 'unconfirmed';
  /** The same when it went out and only the answer got lost. */
  readonly afterLost: 'published' | 'unconfirmed';
  /** Exactly the metrics of the data sheet; the twin shows its own numbers of a post under the same names. */
  readonly numbers: readonly Metric[];
  /** For accounts that are pages of a login, not what it itself stands for: how the twin's name of one ends. */
  readonly pageName?: string;
  /** The same contract once more for such pages. */
  readonly pages?: PlatformContract;
}

export interface LoginContract {
  /** What a newcomer's login leads to. */
  readonly reaches: 'one' | 'several';
  /** The twin's operation that renews a login, or answers whether it still holds. */
  readonly renewal: string;
  /** Seconds left to a login that is due for renewal; null: it has no end. */
  readonly dueSeconds: number | null;
  /** A token that the platform no longer takes can be replaced without its owner. */
  readonly curable: boolean;
}

export interface PostCase {
  readonly name: string;
  readonly type: PostType;
  readonly text: string;
  /** Names of sample files. */
  readonly media?: readonly string[];
  readonly cover?: string;
  readonly alt?: string;
  /** How the platform shows the text, where that is not what was written. */
  readonly shows?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  /** What the account itself must be asked for: a board, a section. */
  chosen?(at: Reading): Promise<Readonly<Record<string, unknown>>>;
  /** Parts of a request that this post must lead to: the end of its path and what its body or query holds. */
  readonly sends?: { readonly path: RegExp; readonly holds: Readonly<Record<string, unknown>> };
}

export interface RuleCase {
  readonly name: string;
  readonly type: PostType;
  readonly media?: readonly string[];
  readonly most: Partial<Pick<PostCase, 'text' | 'settings' | 'alt'>>;
  readonly more: Partial<Pick<PostCase, 'text' | 'settings' | 'alt'>>;
  /** False where only the platform's documentation states it and the twin does not look. */
  readonly seenByTwin?: boolean;
}

export interface ErrorTable {
  readonly name: string;
  /** The adapter's own table. */
  readonly table: Readonly<Record<string, ErrorCode | null>>;
  /** The same, written down once more from the platform's documentation: names by what they mean to us. */
  readonly means: Partial<Record<ErrorCode | 'again', string>>;
  /** The answer that carries this name or number. */
  answer?(name: string): { readonly status: number; readonly json: unknown };
  classify?(answer: CallAnswer): PostboteError;
}

export type Numbers = Readonly<Record<Metric, number>>;
