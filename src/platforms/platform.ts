import type { ZodType } from 'zod';
import type { PlatformId, PostType } from '../contract/platform-ids.ts';
import type { TextLimit } from '../contract/text-limits.ts';

/** A platform is data and two or three functions. Read this first, then `bluesky/`. */
export interface Platform<S = unknown> {
  readonly id: PlatformId;
  readonly name: string;
  readonly limits: Limits;
  readonly capabilities: Capabilities;
  /** Board, location, title, privacy …: one schema for form, MCP and check. */
  readonly settings: ZodType<S>;
  readonly auth: Auth;
  /** Where the real platform answers. The sandbox replaces these addresses and nothing else. */
  readonly hosts: Readonly<Record<string, string>>;
  /** The version of its API that the paths name, and the day it ends (ISO date; null: no end is announced). */
  readonly api?: { readonly version: string; readonly endsOn: string | null };
  /** The numbers it offers, each with the platform's own name for it; a missing one is not offered. */
  readonly metrics?: Readonly<Partial<Record<Metric, string>>>;
  /** How much it lets out; counted from what went out through us, before anything is asked. */
  readonly quotas?: readonly Quota[];
  /** What all calls of the operator's app may cost together; counted from the calls themselves. */
  readonly budget?: CallBudget;
  /** What an answer's headers say is used up, and for how long. */
  rates?(request: CallRequest, answer: CallAnswer): UsedUp | null;
  /** Rules that limits cannot state; pure. */
  check?(draft: Draft<S>): Issue[];
  publish(at: Publishing<S>): Promise<Published>;
  /** Reads the numbers of one published post; never called more often than the collector's schedule says. */
  insights?(at: Reading, post: Published): Promise<Partial<Record<Metric, number>>>;
  /** What the user can choose for a setting (boards, locations, privacy levels …), by the setting's name. */
  choices?(at: Reading, asked?: Asked): Promise<Readonly<Record<string, readonly Choice[]>>>;
  /** The setting whose value other choices belong to, such as the board of its sections. */
  readonly choicesWithin?: string;
}

export const metrics = ['likes', 'comments', 'shares', 'reach'] as const;
export type Metric = (typeof metrics)[number];

export interface Choice {
  readonly value: string;
  readonly label: string;
}

/** How a person asks: in their language, and within what was chosen for `choicesWithin`. */
export interface Asked {
  readonly language?: 'de' | 'en';
  readonly within?: string;
}

export interface Reading {
  readonly account: { readonly externalId: string; readonly username: string | null };
  readonly credentials: Credentials;
  readonly hosts: Hosts;
  readonly call: Call;
  now(): number;
}

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

export interface MediaLimits {
  /** MIME types the platform takes. */
  readonly types: readonly string[];
  readonly maxBytes: number;
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

export interface Capabilities {
  readonly postTypes: readonly PostType[];
  readonly cover: boolean;
  readonly altText: boolean;
}

export interface Auth {
  readonly kind: 'oauth2' | 'password';
  /**
   * Trades the stored credentials for fresh ones. Called under the account's lock; the answer is stored
   * before it is used. Throws `platform_auth` only on a definite no; anything else is a passing disturbance.
   */
  refresh(at: SigningIn & { credentials: Credentials }): Promise<Credentials>;
  /** False: this login ends at `expiresAt` and only its owner can bring a new one. Left out: every login is renewed. */
  renews?(credentials: Credentials): boolean;
  /** Ends the login at the platform; left out where the platform offers no way to. */
  readonly revocation?: Revocation;
  /** How long before `expiresAt` a token is renewed. */
  readonly refreshAheadSeconds: number;
  readonly connect?: OAuthConnect | PasswordConnect;
  /** The other way to connect, on platforms whose accounts live on many servers. */
  readonly connectAtServer?: ServerConnect;
}

export interface Revocation {
  /** What is over with it: this login alone, every login of this account to our app, or all that its person allowed it. */
  readonly ends: 'login' | 'account' | 'person';
  revoke(at: SigningIn & { credentials: Credentials }): Promise<void>;
}

/** What a call needs before there is an account. */
export interface SigningIn {
  readonly call: Call;
  readonly hosts: Hosts;
  readonly now: number;
  /** The operator's app at the platform; null where none is needed. */
  readonly client?: AppClient | null;
}

export interface AppClient {
  readonly id: string;
  readonly secret: string;
}

export interface OAuthConnect {
  readonly by: 'oauth2';
  /** Where the browser is sent, without the query. */
  authorizeUrl(hosts: Hosts): string;
  readonly scopes: readonly string[];
  readonly scopeSeparator: ' ' | ',';
  /** TikTok calls it `client_key`. */
  readonly clientIdName: 'client_id' | 'client_key';
  readonly pkce: boolean;
  /** Further parameters of the authorize address, such as Google's `access_type=offline`. */
  readonly params?: Readonly<Record<string, string>>;
  /** Trades the code for the login, long-lived where the platform knows the difference. */
  exchange(
    at: SigningIn & { code: string; redirectUri: string; verifier: string | null },
  ): Promise<Credentials>;
  /** The accounts this login reaches: pages, channels, locations … The user picks. */
  discover(at: SigningIn & { credentials: Credentials }): Promise<readonly Discovered[]>;
}

/** OAuth at whichever server an account lives on. No operator registers an app there: we are a document that we serve. */
export interface ServerConnect {
  readonly by: 'server';
  /** What the user is asked for before the browser leaves. */
  readonly label: string;
  /** Null: this address of ours cannot be used (no https, no name). */
  ownClient(hosts: Hosts, redirectUri: string): OwnClient | null;
  /** Served at the client's id; of the private keys only the public halves get in. */
  clientDocument(clientId: string, redirectUri: string, keys: readonly string[]): object;
  /** Announces the login at the account's server; `kept` is sealed until the browser comes back. */
  begin(
    at: SigningIn & {
      client: AppClient;
      typed: string;
      redirectUri: string;
      state: string;
      verifier: string;
    },
  ): Promise<{ readonly url: string; readonly kept: Readonly<Record<string, string>> }>;
  /** `issuer`: the server that the browser says it comes from. */
  finish(
    at: SigningIn & {
      client: AppClient;
      code: string;
      issuer: string | null;
      redirectUri: string;
      verifier: string;
      kept: Readonly<Record<string, string>>;
    },
  ): Promise<readonly Discovered[]>;
}

export interface OwnClient {
  readonly id: string;
  readonly redirectUri: string;
  /** True: it signs with a key of ours, which the document shows. */
  readonly keyed: boolean;
}

export interface PasswordConnect {
  readonly by: 'password';
  readonly fields: readonly { readonly name: string; readonly label: string; readonly secret: boolean }[];
  login(at: SigningIn & { fields: Readonly<Record<string, string>> }): Promise<readonly Discovered[]>;
}

export interface Discovered {
  readonly externalId: string;
  readonly name: string;
  readonly username: string | null;
  /** Of this account; a Facebook page has a token of its own. */
  readonly credentials: Credentials;
  /** Facts that become the account's default settings. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

export interface Credentials {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** Milliseconds since 1970; absent where the platform states no end. */
  readonly expiresAt?: number;
  /** What a platform needs besides (an app password, a client id …). */
  readonly extra?: Readonly<Record<string, string>>;
}

export type Hosts = Readonly<Record<string, string>>;

export interface Draft<S> {
  readonly type: PostType;
  readonly text: string;
  readonly mediaCount: number;
  readonly settings: S;
}

/** One violated rule: a stable code of the message catalogue and the facts that fill it. */
export interface Issue {
  readonly code: string;
  readonly facts?: Readonly<Record<string, string | number | readonly string[]>>;
}

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
  /** Makes something public. `lost` says how to learn what happened when the answer never came. */
  commit<T>(key: string, lost: Lost<T>, run: () => Promise<T>): Promise<T>;
}

export type Lost<T> =
  /** The platform drops a repeat bearing the same key: simply send it again. */
  | { readonly by: 'key' }
  | {
      readonly by: 'asking';
      /** Seconds to wait before each look; all looks must say `absent` before it counts. */
      readonly looks: readonly number[];
      /** `begunAt`: when the first request that may have had an effect was announced (ms since 1970). */
      find(begunAt: number): Promise<Found<T>>;
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

/** One HTTP call, never retried. Refusals and losses are thrown as typed errors by `classify`. */
export type Call = (request: CallRequest) => Promise<CallAnswer>;

export interface CallRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  /** The host was named by a user, not by us: no connection is made into a private network. */
  readonly foreign?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as application/x-www-form-urlencoded. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sent as it is: bytes, a stream, or multipart form data. */
  readonly body?: Uint8Array | ReadableStream<Uint8Array> | FormData;
  /** Given with a stream whose length is known, so that it is not sent chunked. */
  readonly length?: number;
  /** Turns an answer that is not 2xx into an error; without it the status alone decides. */
  readonly classify?: (answer: CallAnswer) => Error;
  /** Longer for uploads; the default suits a small JSON call. */
  readonly timeoutSeconds?: number;
}

export interface CallAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or null when the body is empty or no JSON. */
  readonly json: unknown;
  readonly text: string;
}
