import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Fault, type FaultKind, giveBackFault, takeFault } from './faults.ts';
import { type Answer, type Call, type PretendPlatform, Refusal, type Route } from './platform.ts';
import { countCall } from './quotas.ts';
import { BodyProblem, readFields } from './request-body.ts';
import type { RequestLog } from './request-log.ts';
import { sendAnswer } from './send-answer.ts';
import type { World } from './world.ts';

const strikesBefore: readonly FaultKind[] = ['rate_limit', 'error_before', 'lost_request', 'expired_token'];
const strikesAfter: readonly FaultKind[] = ['error_after', 'lost_answer', 'lying_error'];

export interface Arrival {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The folder under /sandbox; several hosts of a platform may share one. */
  readonly mount: string;
  /** Below the mount. */
  readonly path: string;
  readonly query: URLSearchParams;
}

/** One call to a pretend platform: find the route, let a fault strike, run it, answer. Never rejects. */
export async function dispatch(
  world: World,
  platform: PretendPlatform,
  arrival: Arrival,
  log: RequestLog,
): Promise<void> {
  const { request, response, path } = arrival;
  const call = openCall(world, platform, arrival);
  const method = request.method ?? 'GET';
  let answer: Answer | null;
  try {
    const found = findRoute(platform, arrival, call);
    if (found === null) {
      answer = platform.answers.notFound(path, method);
    } else {
      Object.assign(call, { operation: found.route.operation, params: found.params });
      answer = await runWithFaults(world, platform, found.route, call);
    }
  } catch (error) {
    answer = toAnswer(platform, error);
  }
  log.add({ platform: platform.id, operation: call.operation, method, path, status: answer?.status ?? null });
  if (answer === null) request.socket.destroy();
  else sendAnswer(request, response, dated(world, answer));
}

/** Null stands for silence: the connection breaks without an answer. */
async function runWithFaults(
  world: World,
  platform: PretendPlatform,
  route: Route,
  call: Call,
): Promise<Answer | null> {
  const caller = await platform.caller(call);
  const account = caller?.id ?? null;
  const early = takeFault(world.store, platform, route.operation, account, strikesBefore);
  if (early !== null) return strikeBefore(platform, early, call);
  const { refusal, headers } = countCall(platform, call, caller);
  if (refusal !== null) return refusal;
  const late = takeFault(world.store, platform, route.operation, account, strikesAfter);
  const plain = await Promise.try(() => route.run(call)).catch((error) => toAnswer(platform, error));
  const answer: Answer = { ...plain, headers: { ...plain.headers, ...headers } };
  if (late === null) return answer;
  if (answer.status >= 400) {
    giveBackFault(world.store, late);
    return answer;
  }
  if (late.fault === 'lost_answer') return null;
  return platform.lies?.[late.fault]?.() ?? platform.answers.broken();
}

async function strikeBefore(platform: PretendPlatform, fault: Fault, call: Call): Promise<Answer | null> {
  if (fault.fault === 'lost_request') return null;
  if (fault.fault === 'rate_limit') return platform.answers.rateLimited(fault.retryAfter, call.world);
  if (fault.fault === 'error_before') return platform.answers.broken();
  await platform.expireToken(call);
  return platform.answers.expiredToken(call.world);
}

/** A platform has one clock: moments that an answer names are read against its date. */
function dated(world: World, answer: Answer): Answer {
  return { ...answer, headers: { date: new Date(world.now()).toUTCString(), ...answer.headers } };
}

function toAnswer(platform: PretendPlatform, error: unknown): Answer {
  if (error instanceof Refusal) return error.answer;
  if (error instanceof BodyProblem) return platform.answers.badBody(error.status, error.message);
  return platform.answers.broken();
}

function openCall(world: World, platform: PretendPlatform, arrival: Arrival): Call {
  const { request, query } = arrival;
  let body: Promise<Record<string, unknown>> | null = null;
  const call: Call = {
    request,
    world,
    operation: 'unknown',
    query,
    params: {},
    bearer: /^\S+\s+(\S+)\s*$/.exec(request.headers.authorization ?? '')?.[1] ?? null,
    body() {
      body ??= readFields(request);
      return body;
    },
    takeFault: (kind, account) => takeFault(world.store, platform, call.operation, account, [kind]),
  };
  return call;
}

function findRoute(
  platform: PretendPlatform,
  arrival: Arrival,
  call: Call,
): { route: Route; params: Record<string, string> } | null {
  for (const route of platform.routes) {
    if (platform.mounts[route.host] !== arrival.mount || route.method !== arrival.request.method) continue;
    const params = matchPath(route.path, arrival.path);
    if (params === null) continue;
    if (route.when !== undefined && !route.when({ ...call, params })) continue;
    return { route, params };
  }
  return null;
}

export function matchPath(pattern: string, path: string): Record<string, string> | null {
  const wanted = pattern.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    const actual = given[index] ?? '';
    if (segment.startsWith(':') && actual !== '') params[segment.slice(1)] = actual;
    else if (segment !== actual) return null;
  }
  return params;
}
