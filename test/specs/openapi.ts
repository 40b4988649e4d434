import type { SentRequest } from '../contract/record-requests.ts';
import { closed, problemsOf, type Schema } from './json-schema.ts';
import { matchTemplate, type Spec, typed, type Verdict } from './spec.ts';

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema?: Schema;
}
interface Operation {
  readonly operationId?: string;
  readonly parameters?: readonly Schema[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Record<string, { schema?: Schema }>;
  };
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** X and Pinterest. `base` is what stands before the paths. */
export function openApiSpec(name: string, document: OpenApi, base: string): Spec {
  const resolve = (ref: string): Schema =>
    ref
      .replace(/^#\//, '')
      .split('/')
      .reduce<unknown>((at, part) => (at as Schema)[part.replaceAll('~1', '/')], document) as Schema;
  const parameter = (one: Schema): Parameter =>
    (typeof one.$ref === 'string' ? resolve(one.$ref) : one) as unknown as Parameter;

  const check = (request: SentRequest): Verdict => {
    const path = request.url.split('?')[0]?.slice(base.length) ?? '';
    const method = request.method.toLowerCase();
    const found = Object.entries(document.paths)
      .map(([template, item]) => ({ template, item, values: matchTemplate(template, path) }))
      // A fixed word goes before one that stands for anything: /users/me before /users/{id}.
      .sort((a, b) => a.template.split('{').length - b.template.split('{').length)
      .find(({ item, values }) => values !== null && method in item);
    if (!request.url.startsWith(base) || !found?.values) return { operation: null, problems: [] };
    const operation = found.item[method] as Operation;
    const parameters = [...((found.item.parameters as Schema[]) ?? []), ...(operation.parameters ?? [])].map(
      parameter,
    );
    const strict = (schema: Schema) => closed(schema, resolve);
    return {
      operation: `${request.method} ${found.template}`,
      problems: [
        ...checkQuery(parameters, new URL(request.url).searchParams, strict),
        ...checkPath(parameters, found.values, strict),
        ...checkBody(operation, request, strict),
      ],
    };
  };
  return { name, check };
}

type Strict = (schema: Schema) => Schema;

function checkQuery(parameters: readonly Parameter[], query: URLSearchParams, strict: Strict): string[] {
  const known = parameters.filter((one) => one.in === 'query');
  const missing = known.filter((one) => one.required && !query.has(one.name));
  const problems = missing.map((one) => `parameter ${one.name} is missing`);
  for (const [name, value] of query) {
    const one = known.find((item) => item.name === name);
    if (!one) problems.push(`parameter ${name} is unknown`);
    else problems.push(...checkValue(one, value, strict));
  }
  return problems;
}

function checkPath(
  parameters: readonly Parameter[],
  values: Record<string, string>,
  strict: Strict,
): string[] {
  return parameters
    .filter((one) => one.in === 'path')
    .flatMap((one) => checkValue(one, values[one.name] ?? '', strict));
}

function checkValue({ name, schema = {} }: Parameter, value: string, strict: Strict): string[] {
  const wanted = strict(schema);
  return problemsOf(wanted, typed(value, wanted.type as string)).map((one) => `parameter ${name}: ${one}`);
}

function checkBody({ requestBody }: Operation, { body, headers }: SentRequest, strict: Strict): string[] {
  if (body.kind === 'none') return requestBody?.required ? ['body is missing'] : [];
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? '';
  const schema = requestBody?.content[type]?.schema;
  if (!schema) return [`body of type ${type || 'none'} is not described`];
  if (body.kind === 'bytes') return [];
  if (body.kind === 'json') return problemsOf(strict(schema), body.value);
  // A file is a word to a schema.
  const fields = Object.entries(body.fields).map(([name, value]) => [name, value ?? 'file']);
  return problemsOf(strict(schema), Object.fromEntries(fields), true);
}
