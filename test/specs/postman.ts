import type { SentRequest } from '../contract/record-requests.ts';
import { fieldsOf, matchTemplate, type Spec, type Verdict } from './spec.ts';

interface Pair {
  readonly key: string;
  readonly value?: string | null;
}
interface Item {
  readonly name: string;
  readonly item?: readonly Item[];
  readonly request?: {
    readonly method: string;
    readonly url: { readonly raw: string; readonly query?: readonly Pair[] };
    readonly body?: { readonly urlencoded?: readonly Pair[] };
  };
}
export interface Collection {
  readonly auth?: { readonly oauth2?: readonly { readonly key: string; readonly value?: unknown }[] };
  readonly item: readonly Item[];
  readonly variable?: readonly Pair[];
}

interface Endpoint {
  readonly method: string;
  readonly path: string;
  /** Each parameter with all values that the collection shows for it. */
  readonly parameters: Map<string, Set<string>>;
}

/** Parameters whose values are lists of known words: what the collection names is all there is. */
const listed = ['fields', 'metric', 'reply_control', 'media_type', 'grant_type'];

/** Threads: a collection of examples. The same address with other examples is one endpoint. */
export function postmanSpec(name: string, { item, variable = [], auth }: Collection): Spec {
  const variables = new Map(variable.map(({ key, value }) => [key, value ?? '']));
  const isTokenInQuery = auth?.oauth2?.some(
    ({ key, value }) => key === 'addTokenTo' && value === 'queryParams',
  );
  const endpoints = new Map<string, Endpoint>();
  for (const { request } of leaves(item)) {
    if (!request) continue;
    const path = pathOf(request.url.raw);
    const id = `${request.method} ${path}`;
    const endpoint = endpoints.get(id) ?? { method: request.method, path, parameters: new Map() };
    endpoints.set(id, endpoint);
    if (isTokenInQuery) endpoint.parameters.set('access_token', new Set());
    for (const { key, value } of [...(request.url.query ?? []), ...(request.body?.urlencoded ?? [])]) {
      const words = (value ?? '').replace(/\{\{(\w+)\}\}/g, (_, word) => variables.get(word) ?? '');
      const known = endpoint.parameters.get(key) ?? new Set();
      for (const one of [...topLevel(words), ...topLevel(variables.get(key) ?? '')]) known.add(one);
      endpoint.parameters.set(key, known);
    }
  }
  const check = (request: SentRequest): Verdict => {
    // The collection leaves the version out, which the API allows.
    const path = new URL(request.url).pathname.replace(/^\/v\d+\.\d+/, '');
    const found = [...endpoints.values()].filter(
      (one) => one.method === request.method && matchTemplate(one.path, path) !== null,
    );
    // `/{id}` is a post, a container or a profile: one of them must know all of it.
    const [best] = found
      .map((one) => ({ operation: `${one.method} ${one.path}`, problems: problemsAt(one, request) }))
      .sort((a, b) => a.problems.length - b.problems.length);
    return best ?? { operation: null, problems: [] };
  };
  return { name, check };
}

function problemsAt({ parameters }: Endpoint, request: SentRequest): string[] {
  return [...fieldsOf(request)].flatMap(([name, value]) => {
    const known = parameters.get(name);
    if (!known) return [`parameter ${name} is unknown`];
    if (!listed.includes(name)) return [];
    return topLevel(value ?? '')
      .filter((one) => !known.has(one))
      .map((one) => `parameter ${name}: ${one} is none of ${[...known].join(', ')}`);
  });
}

function leaves(items: readonly Item[]): Item[] {
  return items.flatMap((one) => (one.item ? leaves(one.item) : [one]));
}

/** `{{api_host}}/me/threads?…` and `{{thread_id}}/insights`: whoever `me` is may also be named. */
function pathOf(raw: string): string {
  const path = raw.replace('{{api_host}}', '').split('?')[0]?.replace(/\/$/, '') ?? '';
  const named = path.replace(/\{\{(\w+)\}\}/g, '{$1}');
  // Alone it is the profile, whose fields are its own.
  return named === '/me' ? '/{profile}' : named.replace(/^\/me\//, '/{user}/');
}

const topLevel = (list: string) =>
  list
    .replace(/\{[^}]*\}/g, '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);
