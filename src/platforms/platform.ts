import type { ZodType } from 'zod';
import type { PlatformId, PostType } from '../contract/platform-ids.ts';
import type { Call, CallAnswer, CallRequest, Hosts } from './call.ts';
import type { CallBudget, Limits, Quota, UsedUp } from './limits.ts';
import type { Published, Publishing } from './publishing.ts';
import type { Auth, Credentials } from './signing-in.ts';

/** A platform is data and two or three functions. Read this first, then `publishing.ts` and `bluesky/`. */
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
  /** The id and address of a post that had none when it went out; null: it has none yet. */
  nameLater?(at: Reading, post: Published): Promise<Published | null>;
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

export interface Capabilities {
  readonly postTypes: readonly PostType[];
  readonly cover: boolean;
  readonly altText: boolean;
}

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
