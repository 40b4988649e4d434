import { PROTOCOL_VERSION_META_KEY } from '@modelcontextprotocol/server';

/** JSON-RPC codes of our own; the protocol leaves -32000 to -32019 to the server. */
export const rpcCode = {
  parseError: -32700,
  invalidRequest: -32600,
  internalError: -32603,
  refused: -32000,
  unauthorized: -32001,
} as const;

export interface Refusal {
  /** The answer to tools/call: a tool result with isError, as JSON text. */
  readonly toolResult: string;
  /** The answer to every other method. */
  readonly code: number;
  readonly message: string;
}

export function rpcError(code: number, message: string, id: string | number | null = null): string {
  return JSON.stringify({ jsonrpc: '2.0', id, error: { code, message } });
}

/** Refuses one message or a whole batch, each request under its own id. */
export function refuse(body: unknown, refusal: Refusal): string {
  if (!Array.isArray(body)) return refuseOne(body, refusal);
  const requests = body.filter((message) => idOf(message) !== null);
  if (requests.length === 0) return rpcError(refusal.code, refusal.message);
  return `[${requests.map((message) => refuseOne(message, refusal)).join(',')}]`;
}

function refuseOne(message: unknown, { toolResult, code, message: text }: Refusal): string {
  const id = idOf(message);
  const { method, params } = (message ?? {}) as {
    method?: unknown;
    params?: { _meta?: Record<string, unknown> };
  };
  if (id === null || method !== 'tools/call') return rpcError(code, text, id);
  const modern = params?._meta?.[PROTOCOL_VERSION_META_KEY] !== undefined;
  const result = modern ? `${toolResult.slice(0, -1)},"resultType":"complete"}` : toolResult;
  return `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`;
}

/** The id to answer under: null for notifications, answers and what is no message at all. */
export function idOf(message: unknown): string | number | null {
  const { id, method } = (message ?? {}) as { id?: unknown; method?: unknown };
  if (typeof method !== 'string') return null;
  return typeof id === 'string' || typeof id === 'number' ? id : null;
}
