import { Ajv2019, type ErrorObject, type ValidateFunction } from 'ajv/dist/2019.js';
import formats from 'ajv-formats';

export type Schema = Record<string, unknown>;

const addFormats = formats as unknown as (ajv: Ajv2019) => void;

/** Fields and forms arrive as words; those are read as what the schema wants. */
const make = (coerceTypes: boolean) => {
  const ajv = new Ajv2019({ strict: false, allErrors: true, coerceTypes, logger: false });
  addFormats(ajv);
  return ajv;
};
const exact = make(false);
const fromWords = make(true);

const known = new Map<string, ValidateFunction>();

function compiled(schema: Schema, isWords: boolean): ValidateFunction {
  const key = `${isWords} ${JSON.stringify(schema)}`;
  const validate = known.get(key) ?? (isWords ? fromWords : exact).compile(schema);
  known.set(key, validate);
  return validate;
}

/** Everything that is wrong with the value, in words. */
export function problemsOf(schema: Schema, value: unknown, isWords = false): string[] {
  const validate = compiled(schema, isWords);
  if (validate(structuredClone(value))) return [];
  return (validate.errors ?? []).map(inWords);
}

function inWords({ instancePath, message, params }: ErrorObject): string {
  const detail = params.unevaluatedProperty ?? params.additionalProperty ?? params.allowedValues ?? '';
  return `${instancePath || 'body'} ${message}${detail === '' ? '' : `: ${detail}`}`;
}

const MAX_DEPTH = 40;

/**
 * The schema without references, and closed: a field that it does not name is a mistake. What is composed of several
 * (`allOf`, `oneOf`) is closed as a whole.
 */
export function closed(schema: Schema, resolve: (ref: string) => Schema, depth = 0, isPart = false): Schema {
  if (depth > MAX_DEPTH) return {};
  const next = (one: unknown, part: boolean) => closed(one as Schema, resolve, depth + 1, part);
  if (typeof schema.$ref === 'string') return next(resolve(schema.$ref), isPart);
  const { discriminator, example: _, id: __, nullable, ...rest } = schema;
  const copy: Schema = { ...rest };
  // Google's word for anything.
  if (copy.type === 'any') delete copy.type;
  // Where only the mapping names the forms that there are, the value is one of them.
  const forms = (discriminator as { mapping?: Record<string, string> } | undefined)?.mapping;
  if (forms && !copy.oneOf && !copy.anyOf) copy.anyOf = Object.values(forms).map(($ref) => ({ $ref }));
  for (const name of ['allOf', 'oneOf', 'anyOf']) {
    if (Array.isArray(copy[name])) copy[name] = copy[name].map((one) => next(one, true));
  }
  if (copy.properties) {
    const entries = Object.entries(copy.properties as Schema).map(([name, one]) => [name, next(one, false)]);
    copy.properties = Object.fromEntries(entries);
  }
  for (const name of ['items', 'additionalProperties']) {
    if (typeof copy[name] === 'object') copy[name] = next(copy[name], false);
  }
  if (nullable === true && typeof copy.type === 'string') {
    copy.type = [copy.type, 'null'];
    if (Array.isArray(copy.enum)) copy.enum = [...copy.enum, null];
  }
  // Version 3.0 of OpenAPI writes them as a yes or no.
  for (const name of ['exclusiveMinimum', 'exclusiveMaximum']) {
    if (typeof copy[name] === 'boolean') delete copy[name];
  }
  // Google writes its numbers as words.
  for (const name of ['minimum', 'maximum']) {
    if (typeof copy[name] === 'string') copy[name] = Number(copy[name]);
  }
  const isObject =
    copy.properties !== undefined || ['allOf', 'oneOf', 'anyOf'].some((name) => copy[name] !== undefined);
  if (isObject && !isPart && copy.additionalProperties === undefined) copy.unevaluatedProperties = false;
  if (isPart && copy.additionalProperties === false) delete copy.additionalProperties;
  return copy;
}
