import type { ServerResponse } from 'node:http';

export function sendJsonObject(
  res: ServerResponse,
  status: number,
  value: object,
  extra: Readonly<Record<string, string>> = {},
): void {
  const text = JSON.stringify(value);
  res.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(text),
    'X-Content-Type-Options': 'nosniff',
    ...extra,
  });
  // Node leaves the body out by itself when the request was a HEAD.
  res.end(text);
}

export function sendNotFound(res: ServerResponse): void {
  sendJsonObject(res, 404, { error: 'not_found', error_description: 'There is nothing at this address.' });
}

export function sendMethodNotAllowed(res: ServerResponse, allow: string): void {
  const text = `This address takes ${allow}.`;
  sendJsonObject(res, 405, { error: 'method_not_allowed', error_description: text }, { Allow: allow });
}
