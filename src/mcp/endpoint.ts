import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import { isJsonContentType } from '@modelcontextprotocol/server';
import type { App } from '../context.ts';
import { PostboteError } from '../errors.ts';
import { type Answer, createAnswering, examine } from './answer.ts';
import { authenticate, clientAddress, keyInHeader, keyInPath } from './authenticate.ts';
import { createHostGuard } from './host-guard.ts';
import { TokenBuckets } from './rate-limit.ts';
import { maxBodyBytes, readBody } from './read-body.ts';
import { type Refusal, refuse, rpcCode, rpcError } from './refusal.ts';
import {
  exposed,
  type HeaderList,
  sendEmpty,
  sendEvent,
  sendJson,
  sendPreflight,
  wantsOnlyEvents,
} from './respond.ts';
import { errorResult, internalErrorResult, unauthorizedResult } from './tool-result.ts';

export interface McpEndpoint {
  /** `rest` is the path after `/mcp`. False: that is no address of the endpoint. */
  handle(req: IncomingMessage, res: ServerResponse, rest: string): boolean;
  close(): Promise<void>;
}

/** Wrong keys one address may try; enough for every misconfigured client, useless against 256 random bits. */
const guessLimit = { perMinute: 60, burst: 60 };

const challenge: HeaderList = [
  'WWW-Authenticate',
  'Bearer realm="postbote", error="invalid_token"',
  ...exposed,
];
const unauthorized: Refusal = {
  toolResult: unauthorizedResult,
  code: rpcCode.unauthorized,
  message: 'Unauthorized',
};
const broken: Refusal = {
  toolResult: internalErrorResult,
  code: rpcCode.internalError,
  message: 'Internal error',
};

export function createMcpEndpoint(app: App): McpEndpoint {
  const { config, clock } = app;
  const hostProblem = createHostGuard(config);
  const answering = createAnswering(app);
  const now = () => clock.monotonic();
  const calls = config.rateLimit === null ? null : new TokenBuckets(config.rateLimit, now);
  const guesses = new TokenBuckets(guessLimit, now);

  async function serve(req: IncomingMessage, res: ServerResponse, key: string | null): Promise<void> {
    const read = await readBody(req);
    if (read.kind === 'gone') return;
    if (read.kind === 'too-large') {
      const text = `The body is larger than ${maxBodyBytes} bytes`;
      sendJson(res, 413, rpcError(rpcCode.refused, text), read.drained ? [] : ['Connection', 'close']);
      return;
    }
    const body = read.kind === 'text' ? parse(read.text) : undefined;
    if (body === undefined) {
      sendJson(res, 400, rpcError(rpcCode.parseError, 'Parse error: the body is not valid JSON'));
      return;
    }
    try {
      await serveBody(req, res, key, body);
    } catch (error) {
      app.log.error({ err: error }, 'mcp request failed');
      if (!res.headersSent) sendJson(res, 500, refuse(body, broken));
      else res.destroy();
    }
  }

  async function serveBody(req: IncomingMessage, res: ServerResponse, key: string | null, body: unknown) {
    const { headers } = req;
    const examined = examine(body, headers);
    if (examined.kind === 'invalid') {
      sendJson(res, 400, rpcError(rpcCode.invalidRequest, examined.reason));
      return;
    }
    const found = authenticate(app, key);
    const caller = found instanceof Promise ? await found : found;
    if (caller === null) {
      // Valid keys never come here, so the limit cannot lock one out. No key at all is no guess.
      const wait = key === null ? 0 : guesses.take(clientAddress(req, config.trustProxy));
      if (wait > 0) sendTooMany(res, body, wait);
      else sendJson(res, 401, refuse(body, unauthorized), challenge);
      return;
    }
    const wait = calls === null ? 0 : calls.take(caller.keyId, Array.isArray(body) ? body.length : 1);
    if (wait > 0) {
      sendTooMany(res, body, wait);
      return;
    }
    const answer = await answering.answer(examined, body, headers, caller, () => closing(res));
    await send(res, answer, headers.accept);
  }

  return {
    handle(req, res, rest) {
      const pathKey = keyInPath(rest);
      if (pathKey === undefined) return false;
      const problem = hostProblem(req);
      if (problem !== null) sendJson(res, 403, rpcError(rpcCode.refused, problem));
      else if (req.method === 'OPTIONS') sendPreflight(res);
      else if (req.method !== 'POST') sendNotAllowed(res, req.method);
      else if (!isJsonContentType(req.headers['content-type']) || isEncoded(req)) {
        sendJson(
          res,
          415,
          rpcError(rpcCode.refused, 'Content-Type must be application/json, not compressed'),
        );
      } else {
        // serve() answers its own errors; what is left is a broken connection.
        serve(req, res, pathKey ?? keyInHeader(req.headers.authorization)).catch((error) => {
          app.log.debug({ err: error }, 'mcp answer not delivered');
          res.destroy();
        });
      }
      return true;
    },
    close: () => answering.close(),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // JSON has no undefined, so it can stand for "not JSON".
    return undefined;
  }
}

function isEncoded(req: IncomingMessage): boolean {
  const encoding = req.headers['content-encoding'];
  return encoding !== undefined && encoding.toLowerCase() !== 'identity';
}

/** A browser that opens the address with its key sends it to nobody as a referrer. */
function sendNotAllowed(res: ServerResponse, method: string | undefined): void {
  const json = rpcError(rpcCode.refused, 'Method not allowed: this endpoint takes POST');
  const headers = ['Allow', 'POST', 'Referrer-Policy', 'no-referrer'];
  if (method === 'HEAD') sendEmpty(res, 405, headers);
  else sendJson(res, 405, json, headers);
}

function sendTooMany(res: ServerResponse, body: unknown, seconds: number): void {
  const toolResult = errorResult(new PostboteError('too_many_requests', { facts: { seconds } }));
  const message = `Too many requests: wait ${seconds} s`;
  const refusal: Refusal = { toolResult, code: rpcCode.refused, message };
  sendJson(res, 429, refuse(body, refusal), ['Retry-After', String(seconds), ...exposed]);
}

function closing(res: ServerResponse): AbortSignal {
  const controller = new AbortController();
  res.once('close', () => controller.abort());
  return controller.signal;
}

async function send(res: ServerResponse, answer: Answer, accept: string | undefined): Promise<void> {
  const { status, json, stream } = answer;
  if (stream !== undefined) {
    res.writeHead(status, [
      'Content-Type',
      'text/event-stream',
      'Cache-Control',
      'no-cache, no-transform',
      'Access-Control-Allow-Origin',
      '*',
    ]);
    await pipeline(Readable.fromWeb(stream as NodeReadableStream), res);
  } else if (json === null) sendEmpty(res, status);
  else if (status === 200 && wantsOnlyEvents(accept)) sendEvent(res, json);
  else sendJson(res, status, json);
}
