import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import { redactKeys } from '../mcp/redact-keys.ts';

const maxLoggedPath = 200;

/**
 * A path that is safe to write down. Keys stand in `/mcp/<key>` and, because OAuth discovery copies that path,
 * in `/.well-known/…/mcp/<key>`; one-time tokens behind `/setup/`, `/invite/`, `/reset/` and `/api/invitations/`; files'
 * tokens in `/media/<token>/…`. The query is dropped altogether.
 */
export function redact(url: string): string {
  const query = url.search(/[?#]/);
  const path = decoded(query === -1 ? url : url.slice(0, query))
    .replace(/(mcp[/\\]+)[^/\\]+/gi, '$1[key]')
    .replace(/((?:setup|invite|invitations|reset)[/\\]+)[^/\\]+/gi, '$1[token]')
    .replace(/(media[/\\]+)[\w-]{32}(?=[/\\])/gi, '$1[token]');
  return redactKeys(path).slice(0, maxLoggedPath);
}

/** Percent-encoding must not hide a key from the patterns; clients and proxies encode more than once. */
function decoded(path: string): string {
  let text = path;
  for (let round = 0; round < 4 && text.includes('%'); round += 1) {
    // Each escape by itself: one broken escape does not keep the others from being read.
    const next = text.replace(/%[\da-f]{2}/gi, (byte) =>
      String.fromCharCode(Number.parseInt(byte.slice(1), 16)),
    );
    if (next === text) break;
    text = next;
  }
  return text;
}

/** Method, path, status and time; never headers or bodies. Null unless somebody reads at this level. */
export function createRequestLog(log: Logger): ((req: IncomingMessage, res: ServerResponse) => void) | null {
  if (!log.isLevelEnabled('debug')) return null;
  return (req, res) => {
    const startedAt = performance.now();
    res.once('close', () => {
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      const status = res.writableFinished ? res.statusCode : 'aborted';
      log.debug({ method: req.method, path: redact(req.url ?? ''), status, ms }, 'request');
    });
  };
}
