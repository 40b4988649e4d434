import type { IncomingMessage, ServerResponse } from 'node:http';
import { control, refuseStrangers } from './control.ts';
import { dispatch } from './dispatch.ts';
import { consentPage, decideConsent } from './feed/consent-page.ts';
import { postPage } from './feed/post-page.ts';
import { serveFeed } from './feed/serve-feed.ts';
import { ControlProblem } from './plan-fault.ts';
import type { Answer, Consent, PretendPlatform } from './platform.ts';
import { hostsOf, platforms } from './platforms.ts';
import { BodyProblem, readFields } from './request-body.ts';
import { createRequestLog, type RequestLog } from './request-log.ts';
import { serveSample } from './samples.ts';
import { sendAnswer } from './send-answer.ts';
import { openStore } from './store.ts';
import { createWorld, type World } from './world.ts';

export interface Sandbox {
  /** Returns false when the path is not the sandbox's. */
  handle(request: IncomingMessage, response: ServerResponse): boolean;
  /** Base addresses by platform and host name. */
  hosts(): Record<string, Record<string, string>>;
  close(): void;
}

export interface SandboxOptions {
  readonly baseUrl: string | (() => string);
  /** A SQLite path, or ':memory:'. */
  readonly file: string;
  /** How much faster than real time processing goes. */
  readonly clockSpeed?: number;
  readonly now?: () => number;
  /** False lifts the platforms' quotas, for tests that publish more than any account may. */
  readonly quotas?: boolean;
  /** Fetches media for platforms that fetch by themselves. */
  readonly fetch?: typeof fetch;
}

const root = '/sandbox';

/** Pretend platforms with their real wire shapes, and a page to look at what they published. */
export function createSandbox(options: SandboxOptions): Sandbox {
  const { baseUrl, file, clockSpeed = 1, now = Date.now, fetch = globalThis.fetch, quotas = true } = options;
  const home = () => `${(typeof baseUrl === 'string' ? baseUrl : baseUrl()).replace(/\/+$/, '')}${root}`;
  const store = openStore(file);
  const world = createWorld({ store, home, clockSpeed, now, fetch, quotas });
  const log = createRequestLog(now);
  return {
    handle(request, response) {
      const address = URL.parse(request.url ?? '/', 'http://sandbox.invalid');
      if (address === null) return false;
      const { pathname, searchParams } = address;
      if (pathname !== root && !pathname.startsWith(`${root}/`)) return false;
      // A client that hangs up must not bring the process down.
      request.on('error', () => undefined);
      response.on('error', () => undefined);
      route(world, log, pathname.slice(root.length), searchParams, request, response).catch(() => {
        sendAnswer(request, response, { status: 500, body: { error: 'the sandbox failed' } });
      });
      return true;
    },
    hosts: () => hostsOf(world),
    close: () => store.close(),
  };
}

async function route(
  world: World,
  log: RequestLog,
  path: string,
  query: URLSearchParams,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [, mount = ''] = path.split('/');
  const rest = path.slice(mount.length + 1);
  const platform = platforms.find(({ mounts }) => Object.values(mounts).includes(mount));
  if (platform !== undefined) {
    const { consent } = platform;
    if (consent !== undefined && platform.mounts[consent.host] === mount && trimmed(rest) === consent.path) {
      sendAnswer(request, response, await answerConsent(world, platform, consent, query, request));
      return;
    }
    if (request.method === 'GET' && showPage(world, platform, rest, request, response)) return;
    await dispatch(world, platform, { request, response, mount, path: rest, query }, log);
    return;
  }
  if (mount === 'api') {
    sendAnswer(request, response, await control(world, log, rest, query, request));
    return;
  }
  if (mount === 'media' && rest.length > 1) {
    sendAnswer(request, response, serveSample(rest.slice(1), request));
    return;
  }
  sendAnswer(request, response, await serveFeed(world, path, query, request));
}

const trimmed = (path: string) => (path.length > 1 ? path.replace(/\/$/, '') : path);

async function answerConsent(
  world: World,
  platform: PretendPlatform,
  consent: Consent,
  query: URLSearchParams,
  request: IncomingMessage,
): Promise<Answer> {
  if (request.method !== 'POST') return consentPage(world, platform, consent, query);
  try {
    refuseStrangers(request);
    return decideConsent(world, platform, consent, query, await readFields(request));
  } catch (error) {
    if (!(error instanceof ControlProblem || error instanceof BodyProblem)) throw error;
    return { status: error.status, body: { error: error.message } };
  }
}

function showPage(
  world: World,
  platform: PretendPlatform,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
): boolean {
  const post = platform.findByPage(world, path);
  if (post === null) return false;
  sendAnswer(request, response, postPage(world, post));
  return true;
}
