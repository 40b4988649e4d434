import type { IncomingHttpHeaders } from 'node:http';
import { type JSONRPCMessage, SUPPORTED_PROTOCOL_VERSIONS } from '@modelcontextprotocol/server';
import type { App, KeyCaller } from '../context.ts';
import { answerFast, askFixedTexts, type FixedTexts } from './fast-answers.ts';
import { type FastCall, recognise } from './fast-path.ts';
import { redactKeys } from './redact-keys.ts';
import { idOf, rpcCode, rpcError } from './refusal.ts';
import { classify, createSdkPath, type Route } from './sdk-path.ts';

const maxBatch = 100;
/** The first protocol revision without batches. */
const noBatchesSince = '2025-06-18';

/** What a body turned out to be, found out before anybody asks who sent it. */
export type Examined =
  | { kind: 'fast'; call: FastCall }
  | { kind: 'message' | 'batch'; route: Route }
  | { kind: 'invalid'; reason: string };

export interface Answer {
  readonly status: number;
  /** Null: nothing to say. */
  readonly json: string | null;
  /** An answer that keeps coming, in place of `json`. */
  readonly stream?: ReadableStream<Uint8Array>;
}

const accepted: Answer = { status: 202, json: null };

export function examine(body: unknown, headers: IncomingHttpHeaders): Examined {
  const call = recognise(body, headers);
  if (call !== null) return { kind: 'fast', call };
  if (Array.isArray(body)) {
    const version = versionOf(headers);
    if (version !== undefined && version >= noBatchesSince) {
      return { kind: 'invalid', reason: `Protocol revision ${version} has no JSON-RPC batches` };
    }
    if (body.length > maxBatch) {
      return { kind: 'invalid', reason: `A batch holds at most ${maxBatch} messages` };
    }
    if (body.some((message) => (message as { method?: unknown } | null)?.method === 'initialize')) {
      return { kind: 'invalid', reason: 'initialize must not be part of a batch' };
    }
  }
  const route = classify(body, headers);
  if (route.kind === 'reject' && route.code === rpcCode.invalidRequest) {
    return { kind: 'invalid', reason: route.message };
  }
  return { kind: Array.isArray(body) ? 'batch' : 'message', route };
}

export function createAnswering(app: App) {
  const sdk = createSdkPath(app);
  // Until the texts are there, a moment after the start, the SDK answers everything.
  let texts: FixedTexts | null = null;
  askFixedTexts(sdk).then(
    (found) => {
      texts = found;
    },
    (error) => app.log.error({ err: error }, 'the MCP fast path is off'),
  );

  async function legacy(message: JSONRPCMessage, caller: KeyCaller): Promise<Answer> {
    const call = recognise(message, {});
    if (call !== null && texts !== null) {
      return { status: 200, json: await answerFast(app, caller, call, texts) };
    }
    // Notifications, and answers to questions we never ask: there is no session they could change.
    if (idOf(message) === null) return accepted;
    return fromSdk(await sdk.legacy(message, caller));
  }

  /** One after the other, so that two posts in one batch take their queue slots in the order written. */
  async function batch(messages: readonly JSONRPCMessage[], caller: KeyCaller): Promise<Answer> {
    const parts: string[] = [];
    for (const message of messages) {
      const { json } = await legacy(message, caller);
      if (json !== null) parts.push(json);
    }
    return parts.length === 0 ? accepted : { status: 200, json: `[${parts.join(',')}]` };
  }

  return {
    async answer(
      examined: Exclude<Examined, { kind: 'invalid' }>,
      body: unknown,
      headers: IncomingHttpHeaders,
      caller: KeyCaller,
      gone: () => AbortSignal,
    ): Promise<Answer> {
      if (examined.kind === 'fast' && texts !== null) {
        return { status: 200, json: await answerFast(app, caller, examined.call, texts) };
      }
      const route = examined.kind === 'fast' ? classify(body, headers) : examined.route;
      if (route.kind !== 'legacy') return fromSdk(await sdk.modern(body, headers, caller, gone()));

      const version = versionOf(headers);
      const supported = version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version);
      // At initialize the body names the revision, and one that we do not know is negotiated, not refused.
      if (!supported && route.reason !== 'initialize') {
        const known = SUPPORTED_PROTOCOL_VERSIONS.join(', ');
        const text = `Unsupported protocol version: ${version} (supported versions: ${known})`;
        return { status: 400, json: rpcError(rpcCode.refused, text, idOf(body)) };
      }
      if (examined.kind === 'batch') return batch(body as JSONRPCMessage[], caller);
      return legacy(body as JSONRPCMessage, caller);
    },
    close: () => sdk.close(),
  };
}

function versionOf(headers: IncomingHttpHeaders): string | undefined {
  return headers['mcp-protocol-version'] as string | undefined;
}

async function fromSdk(response: Response): Promise<Answer> {
  const { status, body } = response;
  if (response.headers.get('content-type') === 'text/event-stream' && body !== null) {
    return { status, json: null, stream: body };
  }
  const sent = await response.text();
  const text = status >= 400 ? redactKeys(sent) : sent;
  return { status, json: text === '' ? null : text };
}
