import type { Hosts } from './call.ts';
import { createCall } from './http.ts';
import type { Found, Lost, Media, MediaFacts, Publishing, Step } from './publishing.ts';
import type { Credentials } from './signing-in.ts';

/** For tests: a network that answers from a function, and a step memory without disk or pauses. */
export interface Seen {
  readonly method: string;
  readonly url: URL;
  readonly headers: Headers;
  readonly body: string;
  json(): Record<string, unknown>;
  form(): Record<string, string>;
}

export type Network = (request: Seen) => Response | Promise<Response>;

export function reply(status: number, json: unknown, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(json), {
    status,
    headers: { 'content-type': 'application/json', ...headers },
  });
}

export function callOver(network: Network, seen: Seen[] = []) {
  return createCall({
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const body = await request.clone().text();
      const call: Seen = {
        method: request.method,
        url: new URL(request.url),
        headers: request.headers,
        body,
        json: () => JSON.parse(body),
        form: () => Object.fromEntries(new URLSearchParams(body)),
      };
      seen.push(call);
      return await network(call);
    },
    remainingMs: () => 60_000,
    signal: new AbortController().signal,
    userAgent: 'postbote-test',
  });
}

export interface MemoryStep extends Step {
  readonly memory: Map<string, string>;
  readonly commits: Map<string, Lost<unknown>>;
}

export function memoryStep(): MemoryStep {
  const memory = new Map<string, string>();
  const commits = new Map<string, Lost<unknown>>();
  // Through JSON, as the database does it: a value that does not survive shows at once.
  const remember = async <T>(key: string, run: () => Promise<T>): Promise<T> => {
    if (!memory.has(key)) memory.set(key, JSON.stringify(await run()));
    return JSON.parse(String(memory.get(key)));
  };
  return {
    memory,
    commits,
    repeat: remember,
    until: (key, { times }, ask) =>
      remember(key, async () => {
        for (let i = 0; i < times; i += 1) {
          const answer = await ask();
          if (answer !== null) return answer;
        }
        throw new Error(`${key}: still no answer`);
      }),
    commit: (key, lost, run) => {
      commits.set(key, lost as Lost<unknown>);
      return remember(key, run);
    },
  };
}

export async function askCommit(step: MemoryStep, key: string, begunAt: number): Promise<Found<unknown>> {
  const lost = step.commits.get(key);
  if (lost?.by !== 'asking') throw new Error(`${key} is not found by asking`);
  return await lost.find(begunAt, begunAt);
}

export function fakeMedia(kind: 'image' | 'video', facts: Partial<MediaFacts> = {}, alt = ''): Media {
  const bytes = new Uint8Array(facts.size ?? 10);
  const known: MediaFacts = {
    type: kind === 'image' ? 'image/jpeg' : 'video/mp4',
    size: bytes.length,
    width: 4,
    height: 3,
    ...facts,
  };
  return {
    url: `https://files.example/${kind}`,
    kind,
    alt,
    probe: async () => known,
    open: async () => ({ ...known, stream: new Blob([bytes]).stream() }),
    slice: async (start, end) => bytes.slice(start, end),
  };
}

export interface FakePost<S> {
  readonly text?: string;
  readonly media?: readonly Media[];
  readonly cover?: Media;
  readonly settings: S;
  readonly network: Network;
  readonly hosts: Hosts;
  readonly credentials?: Credentials;
  readonly step?: MemoryStep;
  readonly seen?: Seen[];
  readonly linkedPage?: Publishing<S>['linkedPage'];
}

export const fakeNow = Date.UTC(2026, 10, 15, 12);

export function fakePublishing<S>(post: FakePost<S>): Publishing<S> {
  const media = post.media ?? [];
  const single = media[0]?.kind ?? 'text';
  return {
    account: { externalId: 'did:plc:me', username: 'me' },
    credentials: post.credentials ?? { accessToken: 'access' },
    hosts: post.hosts,
    post: {
      type: media.length > 1 ? 'carousel' : single,
      text: post.text ?? '',
      media,
      cover: post.cover ?? null,
      settings: post.settings,
    },
    step: post.step ?? memoryStep(),
    call: callOver(post.network, post.seen),
    linkedPage: post.linkedPage ?? (async () => null),
    // A post of this name is another delivery's.
    takenIds: async (ids) => new Set(ids.filter((id) => id.startsWith('taken'))),
    now: () => fakeNow,
  };
}
