import { addresses } from '../../../src/contract/api/addresses.ts';
import type { ApiErrorBody, InputOf, OutputOf, Problem } from '../../../src/contract/api/endpoint.ts';
import type { Api, ApiName } from '../../../src/contract/api/index.ts';

/** An answer that is not 2xx. `code` 'offline': there was none. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly facts: Record<string, unknown>;
  readonly problems: readonly Problem[];
  readonly raw: string | null;

  constructor(status: number, body: ApiErrorBody) {
    super(body.error);
    this.status = status;
    this.code = body.error;
    this.facts = body.facts ?? {};
    this.problems = body.problems ?? [];
    this.raw = body.raw ?? null;
  }
}

/** Calls an endpoint by its name. Fields that the path names go there, the others into query or body. */
export async function call<N extends ApiName>(
  name: N,
  input: InputOf<Api[N]>,
  signal?: AbortSignal,
): Promise<OutputOf<Api[N]>> {
  const { method } = addresses[name];
  const { url, rest } = address(addresses[name], input as Record<string, unknown>);
  const inQuery = method === 'GET' || method === 'DELETE';
  const response = await fetch(inQuery ? url + query(rest) : url, {
    method,
    signal: signal ?? null,
    headers: inQuery ? {} : { 'Content-Type': 'application/json' },
    body: inQuery ? null : JSON.stringify(rest),
  }).catch((error) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, { error: 'offline' });
  });
  const body: unknown = await response.json().catch(() => null);
  if (!response.ok) {
    throw new ApiError(response.status, isErrorBody(body) ? body : { error: 'internal' });
  }
  return body as OutputOf<Api[N]>;
}

/** The address alone, for downloads and streams. */
export function address(endpoint: { readonly path: string }, input: Record<string, unknown>) {
  const rest = { ...input };
  const url = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = rest[name];
    delete rest[name];
    return encodeURIComponent(String(value));
  });
  return { url, rest };
}

function query(fields: Record<string, unknown>): string {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined && value !== null);
  if (given.length === 0) return '';
  const params = new URLSearchParams(
    given.map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : String(value)]),
  );
  return `?${params}`;
}

const isErrorBody = (body: unknown): body is ApiErrorBody =>
  typeof body === 'object' && body !== null && typeof (body as ApiErrorBody).error === 'string';
