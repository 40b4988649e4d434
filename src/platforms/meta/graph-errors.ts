import { z } from 'zod';
import type { ErrorCode, PostboteError } from '../../errors.ts';
import type { CallAnswer } from '../call.ts';
import { errorFrom, retryAfterSeconds } from '../http.ts';
import { metaUsage, RATE_RETRY_SECONDS } from './usage.ts';

/** A platform's own reading of the numbers in `{"error":{"code","error_subcode"}}`. */
export interface GraphTable {
  readonly platform: string;
  /** `error_subcode` → ours. More precise than `code` and therefore asked first. */
  readonly subcodes: Readonly<Record<number, ErrorCode>>;
  /** `code` → ours; 200–299 are permissions everywhere. */
  readonly codes: Readonly<Record<number, ErrorCode>>;
  /** Waits longer than usual, by code or subcode, in seconds. */
  readonly waits?: Readonly<Record<number, number>>;
}

export interface GraphErrors {
  /** Decided by `code` and `error_subcode`, never by status: a rate limit may come as 400. */
  classify(answer: CallAnswer): PostboteError;
  /**
   * For calls that make something public. Only a refusal we know counts as one; everything else is lost, and the
   * platform is asked what became of it.
   */
  classifyPublishing(answer: CallAnswer): PostboteError;
}

const graphError = z.object({
  error: z.object({
    code: z.number(),
    error_subcode: z.number().optional(),
    is_transient: z.boolean().optional(),
  }),
});

/** Code 4: the limit of the app, not of one account. */
const APP_LIMIT = 4;

export function graphErrors(table: GraphTable): GraphErrors {
  const classify = (answer: CallAnswer) => errorFor(table, answer, codeOf(table, answer));
  return {
    classify,
    classifyPublishing: (answer) => errorFor(table, answer, codeOf(table, answer) ?? 'platform_unavailable'),
  };
}

function errorFor(table: GraphTable, answer: CallAnswer, code: ErrorCode | undefined): PostboteError {
  const facts = factsOf(table, answer);
  if (code !== 'platform_rate_limited') return errorFrom(answer, code, { facts });
  const wait = retryAfterSeconds(answer.headers) ?? knownWait(table, answer) ?? regainSeconds(answer);
  return errorFrom(answer, code, { facts, retryAfterSeconds: wait, wholeApp: isAppLimit(answer) });
}

function codeOf(table: GraphTable, answer: CallAnswer): ErrorCode | undefined {
  const { error } = graphError.safeParse(answer.json).data ?? {};
  if (!error) return undefined;
  const { code, error_subcode: subcode, is_transient: transient } = error;
  const bySubcode = subcode === undefined ? undefined : table.subcodes[subcode];
  if (bySubcode) return bySubcode;
  // Several numbers are seen in either place.
  const byCode =
    table.codes[code] ??
    table.subcodes[code] ??
    (code >= 200 && code <= 299 ? ('platform_permission' as const) : undefined);
  // Rate limits call themselves transient too, but say how long.
  return transient && byCode !== 'platform_rate_limited' ? 'platform_unavailable' : byCode;
}

function factsOf({ platform }: GraphTable, answer: CallAnswer): { platform: string; reason?: string } {
  const { error } = graphError.safeParse(answer.json).data ?? {};
  if (!error) return { platform };
  const { code, error_subcode: subcode } = error;
  return { platform, reason: subcode ? `${code}/${subcode}` : String(code) };
}

function knownWait({ waits = {} }: GraphTable, answer: CallAnswer): number | undefined {
  const { error } = graphError.safeParse(answer.json).data ?? {};
  return waits[error?.error_subcode ?? 0] ?? waits[error?.code ?? 0];
}

const regainSeconds = (answer: CallAnswer) => metaUsage(null, answer)?.seconds ?? RATE_RETRY_SECONDS;

function isAppLimit(answer: CallAnswer): boolean {
  const { error } = graphError.safeParse(answer.json).data ?? {};
  return error?.code === APP_LIMIT && error.error_subcode === undefined;
}
