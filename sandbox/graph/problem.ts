import { randomWord } from '../accounts.ts';
import { type Answer, Refusal, type StockAnswers } from '../platform.ts';

/** An error of the Graph API; Instagram, Facebook and Threads share its shape. */
export interface GraphProblem {
  readonly code: number;
  readonly subcode?: number;
  readonly message: string;
  /** `OAuthException` unless told otherwise; Threads also says `THApiException`. */
  readonly type?: string;
  readonly title?: string;
  readonly explanation?: string;
  readonly transient?: boolean;
  readonly status?: number;
}

export function graphError(problem: GraphProblem, headers: Record<string, string> = {}): Answer {
  const { code, subcode, message, title, explanation, transient = false, status = 400 } = problem;
  return {
    status,
    headers,
    body: {
      error: {
        message,
        type: problem.type ?? 'OAuthException',
        code,
        ...(subcode === undefined ? {} : { error_subcode: subcode }),
        is_transient: transient,
        ...(title === undefined ? {} : { error_user_title: title, error_user_msg: explanation ?? title }),
        fbtrace_id: `A${randomWord(16)}`,
      },
    },
  };
}

export function refuse(problem: GraphProblem): never {
  throw new Refusal(graphError(problem));
}

export function unknownObject(id: string): GraphProblem {
  return {
    code: 100,
    subcode: 33,
    message: `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation`,
  };
}

export const deadToken = {
  unreadable: { code: 190, message: 'Invalid OAuth access token - Cannot parse access token' },
  missing: {
    code: 2500,
    message: 'An active access token must be used to query information about the current user.',
  },
  expired: (now: number): GraphProblem => ({
    code: 190,
    subcode: 463,
    message: `Error validating access token: Session has expired. The current time is ${new Date(now).toUTCString()}.`,
  }),
} as const;

/** `type` is the business use case the calls are counted under. */
export function usageHeaders(type: string, percent: number, regainMinutes = 0): Record<string, string> {
  const usage = { call_count: percent, total_cputime: percent, total_time: percent };
  return {
    'X-App-Usage': JSON.stringify(usage),
    'X-Business-Use-Case-Usage': JSON.stringify({
      '17841400000000000': [{ type, ...usage, estimated_time_to_regain_access: regainMinutes }],
    }),
  };
}

export function stockAnswers(type: string, rateCode = 4): StockAnswers {
  return {
    rateLimited: (retryAfter) =>
      graphError(
        { code: rateCode, message: 'Application request limit reached', transient: true, status: 403 },
        {
          ...usageHeaders(type, 100, Math.max(1, Math.ceil(retryAfter / 60))),
          'Retry-After': String(retryAfter),
        },
      ),
    broken: () =>
      graphError({
        code: 2,
        message: 'An unexpected error has occurred. Please retry your request later.',
        transient: true,
        status: 500,
      }),
    expiredToken: (world) => graphError(deadToken.expired(world.now())),
    notFound: (path, method) =>
      graphError({ code: 2500, message: `Unknown path components: ${path} (${method})`, status: 404 }),
    badBody: (status, message) => graphError({ code: 100, message: `Invalid parameter: ${message}`, status }),
  };
}
