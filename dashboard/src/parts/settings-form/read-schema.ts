/** The part of JSON Schema that the platforms' settings use. */
export interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: JsonSchema;
  readonly default?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

export type Kind =
  | 'text'
  | 'address'
  | 'choice'
  | 'language'
  | 'moment'
  | 'switch'
  | 'number'
  | 'list'
  | 'languages'
  | 'fixed'
  | 'group';

export interface Field {
  readonly name: string;
  /** With the names of the groups around it: `event.start`. */
  readonly path: string;
  readonly kind: Kind;
  readonly required: boolean;
  readonly schema: JsonSchema;
  readonly fields: readonly Field[];
}

/** BCP 47 and a local time are told by the patterns that the platforms' schemas give them. */
const languagePattern = '^[a-z]{2,3}(-[A-Za-z0-9]{1,8})*$';
const momentPattern = '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d$';

/** What a form has to ask for, in the schema's order. */
export function readSchema(schema: JsonSchema, within = ''): Field[] {
  const required = new Set(schema.required ?? []);
  return Object.entries(schema.properties ?? {}).map(([name, one]) => {
    const path = within ? `${within}.${name}` : name;
    const kind = kindOf(one);
    return {
      name,
      path,
      kind,
      required: required.has(name),
      schema: one,
      fields: kind === 'group' ? readSchema(one, path) : [],
    };
  });
}

function kindOf(schema: JsonSchema): Kind {
  if (schema.const !== undefined) return 'fixed';
  if (schema.enum) return 'choice';
  switch (schema.type) {
    case 'object':
      return 'group';
    case 'array':
      return schema.items?.pattern === languagePattern ? 'languages' : 'list';
    case 'boolean':
      return 'switch';
    case 'integer':
    case 'number':
      return 'number';
  }
  if (schema.pattern === languagePattern) return 'language';
  if (schema.pattern === momentPattern) return 'moment';
  return schema.format === 'uri' ? 'address' : 'text';
}

type Values = Readonly<Record<string, unknown>>;

/** What counts where nothing was chosen: the account's own default, else the schema's. */
export const fallbackOf = (field: Field, defaults: Values): unknown =>
  defaults[field.name] ?? field.schema.default;

/** Only what differs from the fallback; the rest follows the account when that changes. */
export function chosenOnly(schema: JsonSchema, value: Values, defaults: Values): Record<string, unknown> {
  const fields = new Map(readSchema(schema).map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(value).filter(([name, one]) => {
      const field = fields.get(name);
      return one !== undefined && !(field && same(one, fallbackOf(field, defaults)));
    }),
  );
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
