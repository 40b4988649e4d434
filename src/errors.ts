import type { MessageCode } from './contract/messages.ts';

/**
 * The closed table of error codes.
 *
 * `outcome` says what is known about the outside world when the error is thrown while publishing:
 * - `refused`: nothing became public, and that is certain;
 * - `lost`: the request may or may not have had its effect.
 * `retry` says whether the runner tries again by itself (after a pause) instead of failing the delivery.
 */
export const errorTable = {
  // What the caller did.
  invalid_request: { status: 400, outcome: 'refused', retry: false },
  unauthenticated: { status: 401, outcome: 'refused', retry: false },
  /** Signed in, but the role does not reach. */
  forbidden: { status: 403, outcome: 'refused', retry: false },
  not_found: { status: 404, outcome: 'refused', retry: false },
  conflict: { status: 409, outcome: 'refused', retry: false },
  post_invalid: { status: 422, outcome: 'refused', retry: false },
  too_many_requests: { status: 429, outcome: 'refused', retry: false },
  too_large: { status: 413, outcome: 'refused', retry: false },
  link_invalid: { status: 410, outcome: 'refused', retry: false },
  email_taken: { status: 409, outcome: 'refused', retry: false },
  already_member: { status: 409, outcome: 'refused', retry: false },
  last_owner: { status: 409, outcome: 'refused', retry: false },
  password_wrong: { status: 403, outcome: 'refused', retry: false },
  upload_refused: { status: 415, outcome: 'refused', retry: false },
  /** A post still needs it. */
  file_in_use: { status: 409, outcome: 'refused', retry: false },
  connect_refused: { status: 422, outcome: 'refused', retry: false },
  connect_expired: { status: 410, outcome: 'refused', retry: false },
  connect_no_account: { status: 422, outcome: 'refused', retry: false },
  internal: { status: 500, outcome: 'refused', retry: true },

  // What the platform refused: nothing is public.
  platform_rejected: { status: 502, outcome: 'refused', retry: false },
  platform_auth: { status: 502, outcome: 'refused', retry: false },
  platform_permission: { status: 502, outcome: 'refused', retry: false },
  platform_account: { status: 502, outcome: 'refused', retry: false },
  platform_duplicate: { status: 502, outcome: 'refused', retry: false },
  platform_rate_limited: { status: 502, outcome: 'refused', retry: true },
  /** The operator's credit at the platform is used up. */
  platform_credits: { status: 502, outcome: 'refused', retry: true },
  platform_not_ready: { status: 502, outcome: 'refused', retry: true },
  /** The connection could not even be made, so nothing was sent. */
  platform_unreachable: { status: 502, outcome: 'refused', retry: true },
  media_rejected: { status: 422, outcome: 'refused', retry: false },
  media_unreachable: { status: 422, outcome: 'refused', retry: true },
  processing_timeout: { status: 502, outcome: 'refused', retry: false },

  // What got lost.
  platform_unavailable: { status: 502, outcome: 'lost', retry: true },
  outcome_unknown: { status: 502, outcome: 'lost', retry: false },

  // What we decided ourselves.
  too_late: { status: 422, outcome: 'refused', retry: false },
  account_inactive: { status: 422, outcome: 'refused', retry: false },
  /** The platform fetches the file from us, and cannot reach us where we are. */
  base_url_needed: { status: 422, outcome: 'refused', retry: false },
  setting_missing: { status: 422, outcome: 'refused', retry: false },

  // What a delivery waits for instead of failing.
  account_reconnect: { status: 422, outcome: 'refused', retry: false },
  account_paused: { status: 422, outcome: 'refused', retry: false },
  publishing_paused: { status: 422, outcome: 'refused', retry: false },
  quota_reached: { status: 422, outcome: 'refused', retry: false },
} as const satisfies Record<string, { status: number; outcome: 'refused' | 'lost'; retry: boolean }>;

export type ErrorCode = keyof typeof errorTable;

/** Facts that fill a message: numbers and names, never secrets and never post text. */
export type Facts = Record<string, string | number | boolean | null | readonly string[]>;

/** One violated rule of a post or of a call's arguments. */
export interface Violation {
  code: MessageCode;
  facts?: Facts;
}

export interface ErrorDetail {
  facts?: Facts;
  /** All rules broken at once; the first one is the one to show when there is room for one. */
  violations?: readonly Violation[];
  /** The platform's own words, kept beside our message. */
  raw?: string;
  /** Honoured by the runner before the next try. */
  retryAfterSeconds?: number;
  /** True when the whole app of the operator is meant, not this account alone (used with rate limits). */
  wholeApp?: boolean;
  /** True when a fresh access token may cure it (used with `platform_auth`). */
  refreshable?: boolean;
  cause?: unknown;
}

export class PostboteError extends Error {
  readonly code: ErrorCode;
  readonly facts: Facts;
  readonly violations: readonly Violation[];
  readonly raw: string | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly refreshable: boolean;
  readonly wholeApp: boolean;

  constructor(code: ErrorCode, detail: ErrorDetail = {}) {
    super(code, { cause: detail.cause });
    this.name = 'PostboteError';
    this.code = code;
    this.facts = detail.facts ?? {};
    this.violations = detail.violations ?? [];
    this.raw = detail.raw;
    this.retryAfterSeconds = detail.retryAfterSeconds;
    this.refreshable = detail.refreshable ?? false;
    this.wholeApp = detail.wholeApp ?? false;
  }

  get outcome(): 'refused' | 'lost' {
    return errorTable[this.code].outcome;
  }

  get retry(): boolean {
    return errorTable[this.code].retry;
  }
}
