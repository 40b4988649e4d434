import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import {
  classifyInboundRequest,
  createMcpHandler,
  type JSONRPCMessage,
  PerRequestHTTPServerTransport,
  ProtocolError,
  ProtocolErrorCode,
} from '@modelcontextprotocol/server';
import type { App, KeyCaller } from '../context.ts';
import { quoteName, redactKeys } from './redact-keys.ts';
import { createSdkServer } from './sdk-server.ts';

/** Everything that the fast path leaves: the official SDK answers, in both eras of the protocol. */
export interface SdkPath {
  /** Protocol revisions with an `initialize` (up to 2025-11-25). */
  legacy(message: JSONRPCMessage, caller: KeyCaller): Promise<Response>;
  /** 2026-07-28 and later, and whatever claims to be: the SDK words those refusals. */
  modern(
    body: unknown,
    headers: IncomingHttpHeaders,
    caller: KeyCaller,
    signal?: AbortSignal,
  ): Promise<Response>;
  close(): Promise<void>;
}

export type Route = ReturnType<typeof classifyInboundRequest>;

export function classify(body: unknown, headers: IncomingHttpHeaders): Route {
  return classifyInboundRequest({
    httpMethod: 'POST',
    body,
    protocolVersionHeader: single(headers['mcp-protocol-version']),
    mcpMethodHeader: single(headers['mcp-method']),
    mcpNameHeader: single(headers['mcp-name']),
  });
}

export function createSdkPath(app: App): SdkPath {
  const handler = createMcpHandler(
    ({ authInfo }) => createSdkServer(app, authInfo?.extra?.caller as KeyCaller, authInfo?.extra?.message),
    {
      legacy: 'reject',
      // These messages quote the client's headers.
      onerror: (error) => app.log.debug({ reason: redactKeys(error.message) }, 'mcp request refused'),
    },
  );
  return {
    async legacy(message, caller) {
      const server = createSdkServer(app, caller, message);
      // Without it the transport turns an unknown method into HTTP 404, which clients of this era take for a
      // wrong address. The modern leg must not have it: there 404 is the rule.
      server.fallbackRequestHandler = async (request) => {
        throw new ProtocolError(
          ProtocolErrorCode.MethodNotFound,
          `Method not found: ${quoteName(request.method)}`,
        );
      };
      const transport = new PerRequestHTTPServerTransport({
        classification: { era: 'legacy' },
        responseMode: 'json',
      });
      await server.connect(transport);
      return transport.handleMessage(message as Parameters<typeof transport.handleMessage>[0]);
    },
    modern(body, headers, caller, signal) {
      // A made-up address and chosen headers: the key stays on this side.
      const request = new Request('http://postbote.invalid/mcp', {
        method: 'POST',
        headers: forwarded(headers),
        signal: signal ?? null,
      });
      const authInfo = { token: '', clientId: caller.keyId, scopes: [], extra: { caller, message: body } };
      return handler.fetch(request, { authInfo, parsedBody: body });
    },
    close: () => handler.close(),
  };
}

const forwardedNames = ['accept', 'mcp-protocol-version', 'mcp-method', 'mcp-name'] as const;

function forwarded(headers: IncomingHttpHeaders): Record<string, string> {
  const chosen: Record<string, string> = { 'content-type': 'application/json' };
  for (const name of forwardedNames) {
    const value = single(headers[name]);
    if (value !== undefined) chosen[name] = value;
  }
  return chosen;
}

function single(value: IncomingMessage['headers'][string]): string | undefined {
  return Array.isArray(value) ? value.join(', ') : value;
}
