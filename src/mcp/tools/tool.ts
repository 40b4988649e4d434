import type { ZodType } from 'zod';
import type { App, Caller } from '../../context.ts';

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Written for an agent: what it does, when to use it, what comes next. */
  readonly description: string;
  readonly inputSchema: ZodType;
  readonly outputSchema: ZodType;
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
  /** The name a list gets in structuredContent, whose root must be an object. */
  readonly listName?: 'accounts' | 'posts' | 'analytics';
  /** Takes the arguments as they came: the use case checks them and names every violation at once. */
  run(app: App, caller: Caller, args: unknown): Promise<unknown>;
}

export const reading = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
} as const;

/** Adds, never overwrites; reaches out to the platforms. Repeating it makes a second post. */
export const writing = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: true,
} as const;

export const onErrors =
  'On an error the first text is a short German message for the user; the second is JSON with code, next_action and all violations: follow next_action and call again.';
