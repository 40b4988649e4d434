import type { SentRequest } from '../contract/record-requests.ts';
import { closed, problemsOf, type Schema } from './json-schema.ts';
import { matchTemplate, type Spec, typed, type Verdict } from './spec.ts';

interface Parameter extends Schema {
  readonly type?: string;
  readonly location?: 'query' | 'path';
  readonly required?: boolean;
  readonly repeated?: boolean;
}
interface Method {
  readonly id: string;
  readonly httpMethod: string;
  readonly path: string;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly request?: { readonly $ref: string };
  readonly mediaUpload?: { readonly protocols: Readonly<Record<string, { readonly path: string }>> };
}
interface Resource {
  readonly methods?: Readonly<Record<string, Method>>;
  readonly resources?: Readonly<Record<string, Resource>>;
}
export interface Discovery extends Resource {
  readonly rootUrl: string;
  readonly servicePath: string;
  readonly parameters?: Readonly<Record<string, Parameter>>;
  readonly schemas: Readonly<Record<string, Schema>>;
}

/** Google's own form. `roots` are further addresses at which the same API answers. */
export function discoverySpec(name: string, document: Discovery, roots: readonly string[] = []): Spec {
  const methods = methodsOf(document);
  const bases = [document.rootUrl, ...roots].map((root) => root.replace(/\/$/, ''));
  const resolve = (ref: string) => document.schemas[ref] ?? {};

  const check = (request: SentRequest): Verdict => {
    const base = bases.find((one) => request.url.startsWith(`${one}/`));
    const path = base === undefined ? '' : (request.url.slice(base.length).split('?')[0] ?? '');
    const [best] = methods
      .filter((one) => one.httpMethod === request.method)
      .flatMap((method) => {
        const values = valuesIn(document, method, path);
        if (values === null) return [];
        const parameters = { ...document.parameters, ...method.parameters };
        const problems = [
          ...checkParameters(parameters, new URL(request.url).searchParams, values),
          ...checkBody(method, request, resolve),
        ];
        return [{ operation: method.id, problems }];
      })
      // `v1/{+name}` spans what others name in full.
      .sort((a, b) => a.problems.length - b.problems.length);
    return best ?? { operation: null, problems: [] };
  };
  return { name, check };
}

/** What stands for the names in the method's path, or in one of those for uploads. */
function valuesIn({ servicePath }: Discovery, { path, mediaUpload }: Method, given: string) {
  const uploads = Object.values(mediaUpload?.protocols ?? {}).map((one) => one.path);
  const found = [`/${servicePath}${path}`, ...uploads].map((template) => matchTemplate(template, given));
  return found.find((values) => values !== null) ?? null;
}

function methodsOf({ methods = {}, resources = {} }: Resource): Method[] {
  return [...Object.values(methods), ...Object.values(resources).flatMap(methodsOf)];
}

function checkParameters(
  parameters: Readonly<Record<string, Parameter>>,
  query: URLSearchParams,
  values: Record<string, string>,
): string[] {
  const problems: string[] = [];
  for (const [name, value] of [...query, ...Object.entries(values)]) {
    const known = parameters[name];
    if (!known) problems.push(`parameter ${name} is unknown`);
    // What may be repeated may also be joined by commas; each part is of the type.
    else
      for (const one of known.repeated ? value.split(',') : [value]) {
        const { location: _, required: __, repeated: ___, ...given } = known;
        const schema = closed(given, () => ({}));
        problems.push(
          ...problemsOf(schema, typed(one, known.type)).map((words) => `parameter ${name}: ${words}`),
        );
      }
  }
  for (const [name, { required }] of Object.entries(parameters)) {
    if (required && !query.has(name) && !(name in values)) problems.push(`parameter ${name} is missing`);
  }
  return problems;
}

function checkBody({ request }: Method, { body }: SentRequest, resolve: (ref: string) => Schema): string[] {
  if (body.kind !== 'json') return body.kind === 'form' ? ['body is a form'] : [];
  if (!request) return ['body is not described'];
  return problemsOf(closed(resolve(request.$ref), resolve), body.value);
}
