import type { ServerResponse } from 'node:http';

/** Flat name/value lists: the form that node writes without building objects. */
export type HeaderList = readonly string[];

// Keys travel in the path or in a header that script must set, never in a cookie: any origin may read the answer.
const anyOrigin: HeaderList = ['Access-Control-Allow-Origin', '*'];
const none: HeaderList = [];

export function sendJson(res: ServerResponse, status: number, json: string, extra: HeaderList = none): void {
  const length = String(Buffer.byteLength(json));
  res.writeHead(status, [
    'Content-Type',
    'application/json',
    'Content-Length',
    length,
    ...anyOrigin,
    ...extra,
  ]);
  res.end(json);
}

/** For a client that takes nothing but an event stream: the same answer, as its only event. */
export function sendEvent(res: ServerResponse, json: string): void {
  const event = `event: message\ndata: ${json}\n\n`;
  res.writeHead(200, [
    'Content-Type',
    'text/event-stream',
    'Cache-Control',
    'no-cache, no-transform',
    'Content-Length',
    String(Buffer.byteLength(event)),
    ...anyOrigin,
  ]);
  res.end(event);
}

export function sendEmpty(res: ServerResponse, status: number, extra: HeaderList = none): void {
  const length: HeaderList = status === 204 ? none : ['Content-Length', '0'];
  res.writeHead(status, [...length, ...anyOrigin, ...extra]);
  res.end();
}

const preflightHeaders: HeaderList = [
  'Allow',
  'POST, OPTIONS',
  'Access-Control-Allow-Methods',
  'GET, POST, OPTIONS',
  'Access-Control-Allow-Headers',
  'content-type, authorization, accept, mcp-protocol-version, mcp-method, mcp-name, mcp-session-id, last-event-id',
  'Access-Control-Max-Age',
  '86400',
];

export function sendPreflight(res: ServerResponse): void {
  sendEmpty(res, 204, preflightHeaders);
}

/** What a browser may read beside the body of a refusal. */
export const exposed: HeaderList = ['Access-Control-Expose-Headers', 'WWW-Authenticate, Retry-After'];

export function wantsOnlyEvents(accept: string | undefined): boolean {
  return (
    accept?.includes('text/event-stream') === true &&
    !accept.includes('application/') &&
    !accept.includes('*/*')
  );
}
