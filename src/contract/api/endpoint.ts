import { z } from 'zod';
import { platformIds } from '../platform-ids.ts';
import { roles } from '../roles.ts';

/** Who may call: anybody, a signed-in user, a member of the workspace with at least this role, or the operator. */
export type Needs = 'nobody' | 'user' | 'viewer' | 'editor' | 'owner' | 'operator';

/**
 * One address of the dashboard's API as data: the server binds a handler to it, the browser calls it by it. Names in
 * the path (`:postId`) are fields of the input; the others travel in the query (GET, DELETE) or as a JSON body.
 */
export interface Endpoint<
  N extends Needs = Needs,
  I extends z.ZodObject = z.ZodObject,
  O extends z.ZodType = z.ZodType,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: `/api/${string}`;
  readonly needs: N;
  readonly input: I;
  readonly output: O;
}

export const endpoint = <const N extends Needs, I extends z.ZodObject, O extends z.ZodType>(
  one: Endpoint<N, I, O>,
) => one;

export type InputOf<E extends Endpoint> = z.input<E['input']>;
export type OutputOf<E extends Endpoint> = z.output<E['output']>;

export const id = z.string().min(1).max(64);
export const mode = z.enum(['live', 'test']);
export const platform = z.enum(platformIds);
/** Milliseconds since 1970. */
export const time = z.int();
export const role = z.enum(roles);
export type { Role } from '../roles.ts';
export const language = z.enum(['de', 'en']);
export type Language = z.infer<typeof language>;

export const workspaceScope = z.strictObject({ workspaceId: id });
export const modeScope = z.strictObject({ workspaceId: id, mode });
export const nothing = z.object({});

/** Several values in one query field, separated by commas. */
export const listOf = <T extends z.ZodType<unknown, string>>(one: T) =>
  z
    .union([z.string().max(4096), z.array(z.string())])
    .transform((text) => (Array.isArray(text) ? text : text === '' ? [] : text.split(',')))
    .pipe(z.array(one));

/** A rule that is broken: the catalogue turns code and facts into words of the reader's language. */
export const problem = z.object({
  code: z.string(),
  facts: z.record(z.string(), z.unknown()).optional(),
  /** Set where it concerns one platform or one account only. */
  platform: platform.optional(),
  accountId: z.string().optional(),
});
export type Problem = z.infer<typeof problem>;

/** The body of every answer that is not 2xx. */
export const apiError = z.object({
  error: z.string(),
  facts: z.record(z.string(), z.unknown()).optional(),
  problems: z.array(problem).optional(),
  /** The platform's own words. */
  raw: z.string().optional(),
});
export type ApiErrorBody = z.infer<typeof apiError>;
