import type { IncomingMessage, ServerResponse } from 'node:http';
import type { z } from 'zod';
import type { App } from '../../context.ts';
import type { ApiErrorBody, Endpoint, Role } from '../../contract/api/endpoint.ts';
import { storableText } from '../../contract/expected-words.ts';
import { isMessageCode } from '../../contract/messages.ts';
import { mayAct } from '../../contract/roles.ts';
import { errorTable, PostboteError } from '../../errors.ts';
import { readBody } from '../../mcp/read-body.ts';
import { sendJsonObject } from '../send-json.ts';
import { createPathTable } from './match-path.ts';
import { problemOf } from './problem-of.ts';
import type { Session } from './route.ts';

export interface Gate {
  /** Null: nobody is signed in. Looks at the database: a revoked session ends at once. */
  session(req: IncomingMessage): Promise<Session | null>;
  /** Why a request that changes something may come from a foreign page; null: it is ours. */
  foreignOrigin(req: IncomingMessage): string | null;
}

// biome-ignore lint/suspicious/noExplicitAny: the table holds handlers of every endpoint; `HandlersOf` has typed them.
type AnyHandler = (at: any, input: any) => Promise<unknown>;
export interface Route {
  readonly endpoint: Endpoint;
  readonly handler: AnyHandler;
}

/** Answers the dashboard's API. Membership is checked before the input is even read: a stranger learns nothing. */
export function createApiRouter(app: App, gate: Gate, routes: readonly Route[]) {
  const find = createPathTable(routes.map((route) => ({ path: route.endpoint.path, value: route })));

  async function answer(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const found = find(path);
    const match = found.find(({ value }) => value.endpoint.method === req.method);
    if (!match) {
      const methods = found.map(({ value }) => value.endpoint.method).join(', ');
      if (methods !== '') return send(res, 405, { error: 'method_not_allowed' }, { Allow: methods });
      throw new PostboteError('not_found');
    }
    const { endpoint, handler } = match.value;
    if (endpoint.method !== 'GET' && gate.foreignOrigin(req) !== null) {
      return send(res, 403, { error: 'foreign_origin' });
    }
    const session = await gate.session(req);
    const member = admit(endpoint, session, match.names.workspaceId);
    const input = await readInput(endpoint, req, match.names);
    const output = await handler({ app, req, res, session, ...member }, input);
    if (!res.headersSent) send(res, 200, endpoint.output.parse(output) as object);
  }

  return {
    handle(req: IncomingMessage, res: ServerResponse, path: string): void {
      answer(req, res, path).catch((error) => {
        const known =
          error instanceof PostboteError ? error : new PostboteError('internal', { cause: error });
        if (known.code === 'internal') app.log.error({ err: error }, 'the dashboard API failed');
        if (res.headersSent) res.destroy();
        else send(res, errorTable[known.code].status, describe(known), retryAfter(known));
      });
    },
  };
}

/** A workspace one is no member of is like one that does not exist. */
export function admit(
  endpoint: Pick<Endpoint, 'needs'>,
  session: Session | null,
  workspaceId: string | undefined,
): { workspaceId?: string; role?: Role } {
  const { needs } = endpoint;
  if (needs === 'nobody') return {};
  if (!session) throw new PostboteError('unauthenticated');
  if (needs === 'user') return {};
  if (needs === 'operator') {
    if (!session.operator) throw new PostboteError('forbidden');
    return {};
  }
  const membership = session.memberships.find((one) => one.workspaceId === workspaceId);
  if (!membership) throw new PostboteError('not_found');
  if (!mayAct(membership.role, needs)) throw new PostboteError('forbidden');
  return membership;
}

async function readInput(
  endpoint: Endpoint,
  req: IncomingMessage,
  names: Record<string, string>,
): Promise<unknown> {
  const raw = { ...(await readFields(endpoint, req)), ...names };
  const unstorable = findUnstorable(raw, '');
  if (unstorable !== null) {
    const facts = { field: unstorable, expected: storableText };
    throw new PostboteError('invalid_request', { violations: [{ code: 'field_wrong', facts }] });
  }
  const parsed = endpoint.input.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw new PostboteError('invalid_request', { violations: parsed.error.issues.map(violationOf) });
}

async function readFields(endpoint: Endpoint, req: IncomingMessage): Promise<Record<string, unknown>> {
  if (endpoint.method === 'GET' || endpoint.method === 'DELETE') {
    return Object.fromEntries(new URL(req.url ?? '/', 'http://localhost').searchParams);
  }
  const body = await readBody(req);
  if (body.kind === 'too-large') throw new PostboteError('too_large');
  if (body.kind !== 'text') throw new PostboteError('invalid_request');
  if (body.text === '') return {};
  try {
    const value: unknown = JSON.parse(body.text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      return value as Record<string, unknown>;
    }
  } catch {
    // Said below: the body is no JSON object.
  }
  throw new PostboteError('invalid_request', { violations: [{ code: 'arguments_wrong' }] });
}

/** The first field whose text no database could keep as UTF-8. */
function findUnstorable(value: unknown, field: string): string | null {
  if (typeof value === 'string') return value.includes('\0') || !value.isWellFormed() ? field : null;
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, inner] of Object.entries(value)) {
    const path = field === '' ? name : `${field}.${name}`;
    const found = findUnstorable(name, path) ?? findUnstorable(inner, path);
    if (found !== null) return found.toWellFormed().replaceAll('\0', '');
  }
  return null;
}

function violationOf(issue: z.core.$ZodIssue) {
  const field = issue.path.join('.') || ('keys' in issue ? String(issue.keys) : '');
  return { code: 'field_wrong' as const, facts: { field, expected: issue.message } };
}

function describe(error: PostboteError): ApiErrorBody {
  const problems = error.violations.map(problemOf);
  return {
    error: isMessageCode(error.code) ? error.code : 'internal',
    ...(Object.keys(error.facts).length > 0 && { facts: { ...error.facts } }),
    ...(problems.length > 0 && { problems }),
    ...(error.raw !== undefined && { raw: error.raw }),
  };
}

const retryAfter = (error: PostboteError): Record<string, string> =>
  error.retryAfterSeconds === undefined ? {} : { 'Retry-After': String(error.retryAfterSeconds) };

function send(res: ServerResponse, status: number, value: object, extra: Record<string, string> = {}): void {
  sendJsonObject(res, status, value, { 'Cache-Control': 'no-store', ...extra });
}
