import type { SentRequest } from '../contract/record-requests.ts';
import { fieldsOf, type Spec, type Verdict } from './spec.ts';

interface Parameter {
  readonly name: string;
  readonly type: string;
  readonly required?: boolean;
}
export interface MetaNode {
  readonly apis: readonly { method: string; endpoint?: string; params: readonly Parameter[] }[];
  readonly fields: readonly { name: string; type: string }[];
}
export interface MetaEnum {
  readonly name: string;
  readonly values: readonly unknown[];
}
export interface MetaNodes {
  readonly nodes: Readonly<Record<string, MetaNode>>;
  readonly enums: readonly MetaEnum[];
}

/** What every edge takes, whichever it is: Graph API, "field expansion" and "paged results". */
const everywhere = new Set(['fields', 'limit', 'after', 'before', 'access_token']);

/**
 * Facebook and Instagram. An address names an object by its number, not by its kind: one of the kinds that the platform
 * has must know the edge, every parameter and every field.
 */
export function metaSpec(name: string, { nodes, enums }: MetaNodes, kinds: readonly string[]): Spec {
  const values = new Map(enums.map((one) => [one.name, new Set(one.values.map(String))]));
  const check = (request: SentRequest): Verdict => {
    const parts = new URL(request.url).pathname
      .replace(/^\/v\d+\.\d+/, '')
      .split('/')
      .filter(Boolean);
    const [, edge] = parts;
    if (parts.length > 2 || parts.length === 0) return { operation: null, problems: [] };
    // The code generator writes edges without their underscores now and then.
    const same = (endpoint: string | undefined) => plain(endpoint) === plain(edge);
    const candidates = kinds.flatMap((kind) =>
      (nodes[kind]?.apis ?? [])
        .filter((api) => api.method === request.method && same(api.endpoint))
        .map((api) => ({ kind, problems: problemsAt(nodes[kind] as MetaNode, api.params, request, values) })),
    );
    const best = candidates.sort((a, b) => a.problems.length - b.problems.length)[0];
    if (!best) return { operation: null, problems: [] };
    return { operation: `${request.method} ${best.kind}${edge ? `/${edge}` : ''}`, problems: best.problems };
  };
  return { name, check };
}

const plain = (edge: string | undefined) => (edge ?? '').replaceAll('_', '');

function problemsAt(
  node: MetaNode,
  parameters: readonly Parameter[],
  request: SentRequest,
  enums: ReadonlyMap<string, Set<string>>,
): string[] {
  const given = fieldsOf(request);
  const isEdge = new URL(request.url).pathname.replace(/^\/v\d+\.\d+/, '').split('/').length > 2;
  const problems = parameters
    .filter((one) => one.required && !given.has(one.name))
    .map((one) => `parameter ${one.name} is missing`);
  for (const [name, value] of given) {
    const known = parameters.find((one) => one.name === name);
    if (known) problems.push(...checkValue(known, value, enums));
    else if (!everywhere.has(name)) problems.push(`parameter ${name} is unknown`);
    else if (name === 'fields' && !isEdge) problems.push(...unknownFields(node, value ?? ''));
  }
  return problems;
}

/** The first word of each: `comments.summary(true).limit(0)` asks for comments. */
function unknownFields({ fields, apis }: MetaNode, list: string): string[] {
  const known = new Set([...fields.map((one) => one.name), ...apis.map((one) => one.endpoint ?? '')]);
  const asked = list
    .replace(/\{[^}]*\}|\([^)]*\)/g, '')
    .split(',')
    .map((one) => one.split('.')[0]?.trim() ?? '');
  return asked.filter((one) => !known.has(one)).map((one) => `field ${one} is unknown`);
}

const checks: Readonly<Record<string, (value: string) => boolean>> = {
  bool: (value) => value === 'true' || value === 'false',
  int: (value) => /^-?\d+$/.test(value),
  'unsigned int': (value) => /^\d+$/.test(value),
  float: (value) => /^-?\d+(\.\d+)?$/.test(value),
  datetime: (value) => /^\d+$/.test(value) || !Number.isNaN(Date.parse(value)),
  map: (value) => value.startsWith('{'),
};

function checkValue(
  { name, type }: Parameter,
  value: string | null,
  enums: ReadonlyMap<string, Set<string>>,
): string[] {
  if (value === null)
    return ['file', 'string'].includes(type) ? [] : [`parameter ${name}: a file is no ${type}`];
  const inner = /^list<(.+)>$/.exec(type)?.[1];
  if (inner !== undefined) {
    const items = value.startsWith('[') ? (JSON.parse(value) as unknown[]) : value.split(',');
    return items.flatMap((item) =>
      checkValue({ name, type: inner }, typeof item === 'string' ? item : JSON.stringify(item), enums),
    );
  }
  const allowed = enums.get(type);
  if (allowed)
    return allowed.has(value) ? [] : [`parameter ${name}: ${value} is none of ${[...allowed].slice(0, 12)}`];
  return (checks[type]?.(value) ?? true) ? [] : [`parameter ${name}: ${value} is no ${type}`];
}
