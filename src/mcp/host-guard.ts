import type { IncomingMessage } from 'node:http';
import type { Config } from '../config.ts';

const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]']);
const maxRemembered = 256;

/**
 * Against DNS rebinding: a web page must not reach a server on this machine under a name of its own. Only
 * loopback binds are at risk; elsewhere the key alone decides, unless the operator lists the allowed origins.
 * Returns the reason for a refusal, or null.
 */
export function createHostGuard(config: Config): (req: IncomingMessage) => string | null {
  const loopbackBind = isLoopback(config.host);
  const ownHost = config.baseUrl === null ? null : new URL(config.baseUrl).hostname;
  const known = (hostname: string) =>
    loopbackNames.has(hostname) || hostname.endsWith('.localhost') || hostname === ownHost;

  const hostAllowed = remember((host) => {
    const url = URL.parse(`http://${host}`);
    return url !== null && known(url.hostname);
  });
  const originAllowed = remember((origin) => {
    if (config.allowedOrigins.includes(origin)) return true;
    const url = URL.parse(origin);
    return url !== null && ['http:', 'https:'].includes(url.protocol) && known(url.hostname);
  });

  return (req) => {
    const { host, origin } = req.headers;
    if (loopbackBind && !hostAllowed(host ?? '')) {
      return 'Invalid Host header. If this server is reached through a proxy, set POSTBOTE_BASE_URL.';
    }
    const checksOrigin = loopbackBind || config.allowedOrigins.length > 0;
    if (origin !== undefined && checksOrigin && !originAllowed(origin)) {
      return 'Invalid Origin header. Add the origin to POSTBOTE_ALLOWED_ORIGINS to allow it.';
    }
    return null;
  };
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Clients repeat themselves: each header value is taken apart once. */
function remember(decide: (value: string) => boolean): (value: string) => boolean {
  const decided = new Map<string, boolean>();
  return (value) => {
    let answer = decided.get(value);
    if (answer === undefined) {
      answer = decide(value);
      if (decided.size >= maxRemembered) decided.clear();
      decided.set(value, answer);
    }
    return answer;
  };
}
