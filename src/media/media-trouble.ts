import { PostboteError } from '../errors.ts';

/** A definite no. Facts carry the host and never the address: a signed URL is a secret. */
export function mediaRejected(reason: string, host?: string, more: Record<string, string | number> = {}) {
  return new PostboteError('media_rejected', { facts: { reason, ...(host ? { host } : {}), ...more } });
}

/** Passing trouble: the runner tries again. */
export function mediaUnreachable(reason: string, host?: string, cause?: unknown) {
  return new PostboteError('media_unreachable', { facts: { reason, ...(host ? { host } : {}) }, cause });
}

const reasonByCode: Readonly<Record<string, string>> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  UND_ERR_HEADERS_TIMEOUT: 'timeout',
  UND_ERR_BODY_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ENODATA: 'dns',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_reset',
  EPIPE: 'connection_reset',
  UND_ERR_SOCKET: 'connection_reset',
  EHOSTUNREACH: 'no_route',
  ENETUNREACH: 'no_route',
};

/** No answer came. `fetch` wraps what happened, our own refusals included, in a chain of causes. */
export function contactTrouble(error: unknown, host: string): PostboteError {
  for (let at: unknown = error; at instanceof Error; at = at.cause) {
    if (at instanceof PostboteError) return at;
    if (at.message === 'bad port') return mediaRejected('bad_port', host);
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    const reason =
      reasonByCode[code] ?? (/^ERR_TLS|^ERR_SSL|^UNABLE_TO|^EPROTO$|CERT/.test(code) ? 'tls' : undefined);
    if (reason) return mediaUnreachable(reason, host, error);
  }
  return mediaUnreachable('no_answer', host, error);
}

/** The answer began and broke off: whatever was the cause, what we have is not the file. */
export function bodyTrouble(error: unknown, host: string): PostboteError {
  const trouble = contactTrouble(error, host);
  if (trouble.code === 'media_rejected' || trouble.facts.reason === 'timeout') return trouble;
  return mediaUnreachable('cut_off', host, error);
}

const passingStatuses: ReadonlySet<number> = new Set([408, 425, 429]);

/** An answer that carries no file. */
export function statusTrouble(response: Response, host: string): PostboteError {
  const reason = `http_${response.status}`;
  if (response.status < 500 && !passingStatuses.has(response.status)) return mediaRejected(reason, host);
  const retryAfter = response.headers.get('retry-after') ?? '';
  return new PostboteError('media_unreachable', {
    facts: { reason, host },
    retryAfterSeconds: /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) : undefined,
  });
}
