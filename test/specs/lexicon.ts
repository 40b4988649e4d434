import type { SentRequest } from '../contract/record-requests.ts';
import { checkLexicon, type Definition, type Lexicons } from './lexicon-value.ts';
import type { Spec, Verdict } from './spec.ts';

/** Bluesky: one file per method, named as its address is. */
export function lexiconSpec(name: string, lexicons: Lexicons): Spec {
  const check = (request: SentRequest): Verdict => {
    const { pathname, searchParams } = new URL(request.url);
    const nsid = /^\/xrpc\/([\w.-]+)$/.exec(pathname)?.[1] ?? '';
    const main = lexicons.get(nsid)?.main;
    const method = main?.type === 'query' ? 'GET' : main?.type === 'procedure' ? 'POST' : null;
    if (!main || method !== request.method) return { operation: null, problems: [] };
    return {
      operation: nsid,
      problems: [...checkQuery(main, searchParams), ...checkInput(lexicons, nsid, main, request)],
    };
  };
  return { name, check };
}

function checkQuery({ parameters }: Definition, query: URLSearchParams): string[] {
  const { properties = {}, required = [] } = parameters ?? {};
  const problems = required.filter((key) => !query.has(key)).map((key) => `parameter ${key} is missing`);
  for (const [key, value] of query) {
    const known = properties[key];
    const wanted = known?.type === 'array' ? known.items?.type : known?.type;
    if (!known) problems.push(`parameter ${key} is unknown`);
    else if (wanted === 'integer' && !/^-?\d+$/.test(value))
      problems.push(`parameter ${key}: ${value} is no integer`);
    else if (wanted === 'boolean' && !/^(true|false)$/.test(value))
      problems.push(`parameter ${key}: ${value} is no boolean`);
  }
  return problems;
}

function checkInput(
  lexicons: Lexicons,
  nsid: string,
  { input }: Definition,
  { body, headers }: SentRequest,
): string[] {
  if (!input) return body.kind === 'none' ? [] : ['body is not described'];
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  const isTaken = input.encoding === '*/*' || input.encoding === type;
  if (!isTaken) return [`body of type ${type || 'none'} instead of ${input.encoding}`];
  if (!input.schema) return [];
  if (body.kind !== 'json') return [`body is ${body.kind}`];
  return checkLexicon(lexicons, nsid, input.schema, body.value, 'body');
}
