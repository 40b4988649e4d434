import type { ZodType } from 'zod';
import { type ErrorCode, type ErrorDetail, PostboteError } from '../errors.ts';
import type { Call, CallAnswer, CallRequest } from './call.ts';
import { answerWords, withoutSent } from './redact.ts';

const MAX_ANSWER_BYTES = 4 * 1024 * 1024;
const DEFAULT_TIMEOUT_SECONDS = 20;
const MAX_RETRY_AFTER_SECONDS = 24 * 60 * 60;

export interface CallOptions {
  readonly fetch: typeof fetch;
  /** For hosts that users name; without it such a call is not sent at all. */
  readonly foreignFetch?: typeof fetch;
  /** Time the lease still allows, which grows when it is renewed: no call outlives it. */
  remainingMs(): number;
  readonly signal: AbortSignal;
  readonly userAgent: string;
  /** Told of every answer, for what its headers say. */
  readonly heed?: (request: CallRequest, answer: CallAnswer) => void;
}

export const userAgent = 'Postbote/0.1';

/** Outside a delivery no lease limits a call, only its own time-out, and the signal of whoever has no time for that. */
export function createPlainCall(
  send: typeof fetch,
  more: Pick<CallOptions, 'heed' | 'foreignFetch'> & { readonly signal?: AbortSignal | undefined } = {},
): Call {
  const { signal = new AbortController().signal, ...rest } = more;
  const remainingMs = () => Number.POSITIVE_INFINITY;
  return createCall({ fetch: send, remainingMs, signal, userAgent, ...rest });
}

/** One call: never retried, no redirect followed, every failure sorted into refused or lost. */
export function createCall(options: CallOptions): Call {
  return async (request) => {
    const answer = await send(options, request);
    options.heed?.(request, answer);
    if (isSuccess(answer.status)) return answer;
    // A moved address is no answer: whoever replied may or may not have done the work.
    if (answer.status < 400) throw errorFrom(answer, 'platform_unavailable');
    throw (request.classify ?? errorByStatus)(answer);
  };
}

async function send(options: CallOptions, request: CallRequest): Promise<CallAnswer> {
  const url = new URL(request.url);
  const body = await prepareBody(request);
  const time = allowedTime((request.timeoutSeconds ?? DEFAULT_TIMEOUT_SECONDS) * 1000, () =>
    options.remainingMs(),
  );
  try {
    if (options.signal.aborted || time.signal.aborted) {
      throw new PostboteError('platform_unreachable', { facts: { transport: 'not sent: no time left' } });
    }
    const init: RequestInit & { duplex?: 'half' } = {
      method: request.method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        'user-agent': options.userAgent,
        ...body.headers,
        ...request.headers,
      },
      body: body.payload,
      signal: AbortSignal.any([options.signal, time.signal]),
      ...(body.payload instanceof ReadableStream && { duplex: 'half' }),
    };
    const go = request.foreign ? options.foreignFetch : options.fetch;
    if (!go) {
      const transport = 'not sent: no guarded connection';
      throw new PostboteError('platform_unreachable', { facts: { transport } });
    }
    const response = await go(url, init);
    return await readResponse(response, request);
  } catch (error) {
    throw body.sourceError() ?? lossOf(error);
  } finally {
    time.stop();
    await body.release();
  }
}

/** Over when the call's own time is, or the lease's. */
function allowedTime(ownMs: number, remainingMs: () => number): { signal: AbortSignal; stop(): void } {
  const over = new AbortController();
  const endsAt = performance.now() + ownMs;
  let timer: NodeJS.Timeout | undefined;
  const look = () => {
    const leftMs = Math.min(endsAt - performance.now(), remainingMs());
    if (leftMs <= 0) over.abort(new DOMException('out of time', 'TimeoutError'));
    else timer = setTimeout(look, Math.ceil(leftMs));
  };
  look();
  return { signal: over.signal, stop: () => clearTimeout(timer) };
}

interface PreparedBody {
  readonly headers: Record<string, string>;
  readonly payload: Uint8Array<ArrayBuffer> | string | ReadableStream<Uint8Array> | undefined;
  /** What the medium's own server did wrong while we passed its bytes on. */
  sourceError(): PostboteError | undefined;
  release(): Promise<void>;
}

async function prepareBody({ json, form, body, length }: CallRequest): Promise<PreparedBody> {
  const still = { sourceError: () => undefined, release: async () => {} };
  if (json !== undefined) {
    return { headers: { 'content-type': 'application/json' }, payload: JSON.stringify(json), ...still };
  }
  if (form !== undefined) {
    const payload = new URLSearchParams(form).toString();
    return { headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload, ...still };
  }
  if (body instanceof FormData) {
    // Encoded here, so that any fetch can send it: undici's own does not know the global FormData.
    const encoded = new Response(body);
    const type = encoded.headers.get('content-type') ?? 'multipart/form-data';
    return { headers: { 'content-type': type }, payload: await encoded.bytes(), ...still };
  }
  if (body instanceof ReadableStream) return prepareStream(body, length);
  return { headers: {}, payload: body as Uint8Array<ArrayBuffer> | undefined, ...still };
}

/** Hands the stream on through a reader of our own: fetch leaves its source open when it fails early. */
function prepareStream(source: ReadableStream<Uint8Array>, length: number | undefined): PreparedBody {
  const reader = source.getReader();
  let failure: PostboteError | undefined;
  const payload = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) controller.close();
          else controller.enqueue(value);
        } catch (error) {
          failure =
            error instanceof PostboteError ? error : new PostboteError('media_unreachable', { cause: error });
          controller.error(failure);
        }
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return {
    headers: length === undefined ? {} : { 'content-length': String(length) },
    payload,
    sourceError: () => failure,
    // Cancelling a stream that already failed rejects; the failure itself has been kept above.
    release: () => reader.cancel().catch(() => undefined),
  };
}

async function readResponse(response: Response, request: CallRequest): Promise<CallAnswer> {
  const { bytes, whole } = await readBounded(response);
  const success = isSuccess(response.status);
  const decoded = new TextDecoder().decode(bytes);
  const text = success ? decoded : withoutSent(decoded, request);
  const answer = { status: response.status, headers: response.headers, json: parseJson(text), text };
  const promised = /[/+]json\b/i.test(response.headers.get('content-type') ?? '');
  if (success && (!whole || (promised && text.trim() !== '' && answer.json === undefined))) {
    throw errorFrom({ ...answer, json: null }, 'platform_unavailable');
  }
  return { ...answer, json: answer.json ?? null };
}

async function readBounded(response: Response): Promise<{ bytes: Uint8Array; whole: boolean }> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_ANSWER_BYTES) break;
  }
  const whole = size <= MAX_ANSWER_BYTES;
  return { bytes: Buffer.concat(chunks).subarray(0, MAX_ANSWER_BYTES), whole };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** These come from the name lookup or the TLS handshake alone, so no byte of the request has left. */
const neverConnected = new Set([
  // Thrown by the publisher itself when a connection stands too late.
  'POSTBOTE_NOT_SENT',
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_PRX_TLS',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'HOSTNAME_MISMATCH',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

/** What went wrong on the way is a fact of ours: `raw` holds the platform's own words and nothing else. */
function lossOf(error: unknown): PostboteError {
  if (error instanceof PostboteError) return error;
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  // Our own guard refused to connect.
  if (cause instanceof PostboteError) {
    const transport = `not sent: ${cause.facts.reason} ${cause.facts.host}`;
    return new PostboteError('platform_rejected', { facts: { ...cause.facts, transport }, cause: error });
  }
  const code = isConnectFailure(cause) ? 'platform_unreachable' : 'platform_unavailable';
  return new PostboteError(code, { facts: { transport: nameOf(cause) }, cause: error });
}

function isConnectFailure(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  // Several addresses were tried: all of them must have failed before sending.
  if (cause instanceof AggregateError && cause.errors.length > 0) return cause.errors.every(isConnectFailure);
  const { code, syscall } = cause as NodeJS.ErrnoException;
  // EHOSTUNREACH, ETIMEDOUT … also happen to an open connection; only the system call tells them apart.
  return syscall === 'connect' || syscall === 'getaddrinfo' || neverConnected.has(code ?? '');
}

function nameOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'connection lost';
  return (cause as NodeJS.ErrnoException).code?.toString() ?? cause.name;
}

/** What the status alone says. */
export function errorByStatus(answer: CallAnswer): PostboteError {
  return errorFrom(answer);
}

/** An adapter's table gives `code`; without one the status decides. The platform's words come along. */
export function errorFrom(answer: CallAnswer, code?: ErrorCode, detail: ErrorDetail = {}): PostboteError {
  const chosen = code ?? codeByStatus(answer.status);
  return new PostboteError(chosen, {
    raw: answerWords(answer),
    retryAfterSeconds: retryAfterSeconds(answer.headers),
    refreshable: code === undefined && chosen === 'platform_auth',
    ...detail,
  });
}

function codeByStatus(status: number): ErrorCode {
  if (status === 401) return 'platform_auth';
  if (status === 403) return 'platform_permission';
  if (status === 429) return 'platform_rate_limited';
  if (status === 408 || status >= 500 || status < 400) return 'platform_unavailable';
  return 'platform_rejected';
}

/** On a 2xx of another shape the effect may well have happened, so it counts as lost. */
export function readAnswer<T>(answer: CallAnswer, shape: ZodType<T>): T {
  const result = shape.safeParse(answer.json);
  if (result.success) return result.data;
  const where = result.error.issues.map((issue) => issue.path.join('.') || 'answer').join(', ');
  throw new PostboteError('platform_unavailable', {
    // Without its words: a good answer may hold a login.
    facts: { transport: `${answer.status} unexpected shape at ${where.slice(0, 200)}` },
  });
}

/** Seconds or an HTTP date, as RFC 9110 allows. */
export function retryAfterSeconds(headers: Headers): number | undefined {
  const value = headers.get('retry-after')?.trim();
  if (!value) return undefined;
  if (/^\d+$/.test(value)) return boundedSeconds(Number(value));
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : secondsUntil(headers, at / 1000);
}

/** From the answer's own clock to a moment it named (seconds since 1970). */
export function secondsUntil(headers: Headers, unixSeconds: number): number | undefined {
  if (!Number.isFinite(unixSeconds)) return undefined;
  const answeredAt = Date.parse(headers.get('date') ?? '');
  const now = Number.isNaN(answeredAt) ? Date.now() : answeredAt;
  return boundedSeconds(Math.ceil(unixSeconds - now / 1000));
}

function boundedSeconds(seconds: number): number {
  return Math.min(Math.max(seconds, 1), MAX_RETRY_AFTER_SECONDS);
}
