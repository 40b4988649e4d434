import type { IncomingMessage } from 'node:http';
import type { Fault, FaultKind } from './faults.ts';
import type { Quota } from './quotas.ts';
import type { Account, Post } from './store.ts';
import type { World } from './world.ts';

/** One pretend platform: its addresses, its routes and the shapes of its answers. Read this, then `bluesky/`. */
export interface PretendPlatform {
  readonly id: string;
  readonly name: string;
  /** Used by the feed page only. */
  readonly colour: string;
  /** Host name → folder under /sandbox, e.g. { pds: 'bluesky', video: 'bluesky-video' }. */
  readonly mounts: Readonly<Record<string, string>>;
  readonly routes: readonly Route[];
  /** Operations that make something public: where error and lost faults strike unless told otherwise. */
  readonly publishing: readonly string[];
  /** Operations that take in media: where slow_processing and rejected_media strike. */
  readonly intake: readonly string[];
  /** Faults that only this platform has, with the answer that replaces a success. */
  readonly lies?: Readonly<Record<string, () => Answer>>;
  readonly answers: StockAnswers;
  /** What it allows in a span of time; the one that posts use up stands first. */
  readonly quotas?: readonly Quota[];
  /** Where people sign in and allow an app; absent where there is no such page. */
  readonly consent?: Consent;
  /** Whose call is it? Used to aim faults; says nothing about whether the token is still good. */
  caller(call: Call): Promise<Account | null> | Account | null;
  issueCredentials(world: World, account: Account, lifetime: number | null): Credentials;
  newAccountId(world: World): string;
  /** Turns what a person typed into a user name the platform would allow. */
  toUsername(typed: string): string;
  /** Makes the presented token a dead one, as time would. */
  expireToken(call: Call): Promise<void> | void;
  /** The path of the post's public page under /sandbox, shaped like the platform's own permalink. */
  pagePath(post: Post, account: Account): string;
  /** The post that such a path (without its mount) names, or null. */
  findByPage(world: World, path: string): Post | null;
}

export interface Consent {
  /** A host name of `mounts`, and the path there. */
  readonly host: string;
  readonly path: string;
  readonly clientIdName: 'client_id' | 'client_key';
  /** True where the platform insists on PKCE. */
  readonly pkce: boolean;
  /** What the platform hangs on the address it sends back to; Meta's `#_` has broken many a code. */
  readonly tail?: string;
  /** True where people may grant some of what is asked for and not the rest. */
  readonly isGranular?: boolean;
  /** Where the request was pushed ahead of the browser: what it asks for, or why it is refused. */
  readRequest?(world: World, query: URLSearchParams): URLSearchParams | string;
  /** A pushed request is used up by the decision. */
  closeRequest?(world: World, query: URLSearchParams): void;
  /** What the app may not ask for, in the words the browser is sent back with. */
  refuses?(clientId: string, scopes: readonly string[]): { error: string; description: string } | null;
  /** What the browser brings back besides code and state. */
  answerWith?(world: World): Readonly<Record<string, string>>;
}

export interface StockAnswers {
  rateLimited(retryAfterSeconds: number, world: World): Answer;
  broken(): Answer;
  expiredToken(world: World): Answer;
  notFound(path: string, method: string): Answer;
  badBody(status: 400 | 413 | 415, message: string): Answer;
}

export interface Credentials {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** Milliseconds since 1970. */
  readonly expiresAt?: number;
  readonly extra?: Readonly<Record<string, string>>;
}

export interface Route {
  readonly operation: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly host: string;
  /** Segments; `:name` catches one. */
  readonly path: string;
  /** False where no access token is looked at; such a route is left out of expired_token by default. */
  readonly signedIn?: boolean;
  /** Told apart by more than the path (Graph: a container and a post are read at the same address). */
  when?(call: Call): boolean;
  run(call: Call): Promise<Answer> | Answer;
}

export interface Answer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Call {
  readonly request: IncomingMessage;
  readonly world: World;
  readonly operation: string;
  readonly query: URLSearchParams;
  readonly params: Readonly<Record<string, string>>;
  /** The token of the Authorization header, whatever its scheme. */
  readonly bearer: string | null;
  /** The JSON or form body, read once and at most 2 MiB long. */
  body(): Promise<Record<string, unknown>>;
  /** Uses up one fault of this kind that is aimed at this call. */
  takeFault(kind: FaultKind, account: string | null): Fault | null;
}

/** Thrown anywhere inside a route to answer at once. */
export class Refusal extends Error {
  readonly answer: Answer;
  constructor(answer: Answer) {
    super(`refused with ${answer.status}`);
    this.answer = answer;
  }
}

export function ok(body: unknown, headers?: Record<string, string>): Answer {
  return headers === undefined ? { status: 200, body } : { status: 200, body, headers };
}
