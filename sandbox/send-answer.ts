import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Answer } from './platform.ts';

/** Sends JSON (or bytes, or text as it is) and lets the rest of an unread body run dry. */
export function sendAnswer(request: IncomingMessage, response: ServerResponse, answer: Answer): void {
  if (response.headersSent || response.destroyed) return;
  const headers: Record<string, string> = { 'cache-control': 'no-store', ...answer.headers };
  let body: string | Uint8Array = '';
  if (typeof answer.body === 'string' || answer.body instanceof Uint8Array) body = answer.body;
  else if (answer.body !== undefined) {
    body = JSON.stringify(answer.body);
    headers['content-type'] ??= 'application/json; charset=utf-8';
  }
  headers['content-length'] = String(Buffer.byteLength(body));
  response.writeHead(answer.status, headers);
  response.end(request.method === 'HEAD' ? '' : body);
  if (!request.complete) request.resume();
}
