import type { SentRequest } from '../contract/record-requests.ts';
import { closed, problemsOf, type Schema } from './json-schema.ts';
import { matchTemplate, type Spec, type Verdict } from './spec.ts';

interface Method {
  readonly method: string;
  readonly path: string;
  readonly body?: string;
  readonly query?: Readonly<Record<string, string>>;
}
export interface LocalPosts {
  readonly 'x-methods': Readonly<Record<string, Method>>;
  readonly definitions: Readonly<Record<string, Schema>>;
}

/** Google publishes no description of the old API that posts need; this is one written by hand from its pages. */
export function localPostsSpec(name: string, document: LocalPosts): Spec {
  const resolve = (ref: string) => document.definitions[ref.replace('#/definitions/', '')] ?? {};
  const check = ({ method, url, body }: SentRequest): Verdict => {
    const { pathname, searchParams, host } = new URL(url);
    const found = Object.entries(document['x-methods']).find(
      ([, one]) =>
        host === 'mybusiness.googleapis.com' &&
        one.method === method &&
        matchTemplate(one.path, pathname) !== null,
    );
    if (!found) return { operation: null, problems: [] };
    const [operation, { query = {}, body: wanted }] = found;
    const problems = [...searchParams.keys()]
      .filter((key) => !(key in query))
      .map((key) => `parameter ${key} is unknown`);
    if (body.kind === 'json' && wanted)
      problems.push(...problemsOf(closed(resolve(wanted), resolve), body.value));
    else if (body.kind !== 'none' || wanted) problems.push(`body is ${body.kind}`);
    return { operation: `localPosts.${operation}`, problems };
  };
  return { name, check };
}
