/** A definition of the AT Protocol's schema language, as far as requests need it. */
export interface Definition {
  readonly type: string;
  readonly properties?: Readonly<Record<string, Definition>>;
  readonly required?: readonly string[];
  readonly nullable?: readonly string[];
  readonly items?: Definition;
  readonly ref?: string;
  readonly refs?: readonly string[];
  readonly closed?: boolean;
  readonly record?: Definition;
  readonly parameters?: Definition;
  readonly input?: { readonly encoding: string; readonly schema?: Definition };
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxGraphemes?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxSize?: number;
  readonly accept?: readonly string[];
}

/** By name of the file, then of the definition. */
export type Lexicons = ReadonlyMap<string, Readonly<Record<string, Definition>>>;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

const formats: Readonly<Record<string, RegExp>> = {
  did: /^did:[a-z]+:[\w.:%-]+$/,
  handle: /^([a-z0-9-]+\.)+[a-z][a-z0-9-]*$/i,
  'at-identifier': /^(did:[a-z]+:[\w.:%-]+|([a-z0-9-]+\.)+[a-z][a-z0-9-]*)$/i,
  nsid: /^[a-zA-Z][\w-]*(\.[\w-]+){2,}$/,
  'at-uri': /^at:\/\/\S+$/,
  uri: /^[a-z][a-z0-9+.-]*:\S+$/i,
  datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/,
  language: /^[a-z]{2,3}(-[A-Za-z0-9]+)*$/,
  tid: /^[234567a-j][234567a-z]{12}$/,
  'record-key': /^[\w.~:-]{1,512}$/,
  cid: /^[a-zA-Z0-9+/=]{8,}$/,
};

export function checkLexicon(
  lexicons: Lexicons,
  nsid: string,
  wanted: Definition,
  value: unknown,
  path: string,
): string[] {
  const again = (next: Definition, inner: unknown, at: string) =>
    checkLexicon(lexicons, nsid, next, inner, at);
  const wrong = (words: string) => [`${path} ${words}`];
  switch (wanted.type) {
    case 'ref':
      return follow(lexicons, nsid, wanted.ref ?? '', value, path);
    case 'union': {
      const type = String((value as { $type?: unknown })?.$type ?? '');
      const found = (wanted.refs ?? []).find((ref) => absolute(nsid, ref) === type.replace(/#main$/, ''));
      return found
        ? follow(lexicons, nsid, found, value, path)
        : wrong(`is of type ${type}, which is none of ${wanted.refs}`);
    }
    case 'unknown': {
      // A record says itself what it is.
      const type = String((value as { $type?: unknown })?.$type ?? '');
      const record = lexicons.get(type)?.main?.record;
      return record ? checkLexicon(lexicons, type, record, value, path) : wrong(`is of unknown type ${type}`);
    }
    case 'object':
      return checkObject(wanted, value, path, again);
    case 'array': {
      if (!Array.isArray(value)) return wrong('is no array');
      const long =
        value.length > (wanted.maxLength ?? Number.POSITIVE_INFINITY)
          ? wrong(`has ${value.length} items`)
          : [];
      return [
        ...long,
        ...value.flatMap((item, index) => again(wanted.items as Definition, item, `${path}/${index}`)),
      ];
    }
    case 'string':
      return checkString(wanted, value).map((words) => `${path} ${words}`);
    case 'integer':
      if (!Number.isInteger(value)) return wrong('is no integer');
      if (Number(value) < (wanted.minimum ?? -Infinity) || Number(value) > (wanted.maximum ?? Infinity))
        return wrong('is out of range');
      return [];
    case 'boolean':
      return typeof value === 'boolean' ? [] : wrong('is no boolean');
    case 'blob':
      return checkBlob(wanted, value).map((words) => `${path} ${words}`);
    default:
      return wrong(`cannot be checked: ${wanted.type}`);
  }
}

const absolute = (nsid: string, ref: string) =>
  (ref.startsWith('#') ? nsid + ref : ref).replace(/#main$/, '');

function follow(lexicons: Lexicons, nsid: string, ref: string, value: unknown, path: string): string[] {
  const [file = '', name = 'main'] = absolute(nsid, ref).split('#');
  const wanted = lexicons.get(file)?.[name];
  return wanted
    ? checkLexicon(lexicons, file, wanted, value, path)
    : [`${path} leads to ${ref}, which is missing`];
}

function checkObject(
  { properties = {}, required = [], nullable = [] }: Definition,
  value: unknown,
  path: string,
  again: (next: Definition, inner: unknown, at: string) => string[],
): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path} is no object`];
  const problems = required.filter((key) => !(key in value)).map((key) => `${path} lacks ${key}`);
  for (const [key, inner] of Object.entries(value)) {
    const known = properties[key];
    if (key === '$type' || (inner === null && nullable.includes(key))) continue;
    if (known) problems.push(...again(known, inner, `${path}/${key}`));
    else problems.push(`${path} has an unknown field: ${key}`);
  }
  return problems;
}

function checkString(wanted: Definition, value: unknown): string[] {
  if (typeof value !== 'string') return ['is no string'];
  const problems: string[] = [];
  const bytes = Buffer.byteLength(value);
  if (bytes > (wanted.maxLength ?? Number.POSITIVE_INFINITY)) problems.push(`has ${bytes} bytes`);
  if (wanted.maxGraphemes !== undefined && [...graphemes.segment(value)].length > wanted.maxGraphemes) {
    problems.push(`has more than ${wanted.maxGraphemes} graphemes`);
  }
  if (wanted.enum && !wanted.enum.includes(value)) problems.push(`is none of ${wanted.enum}`);
  if (wanted.const !== undefined && wanted.const !== value) problems.push(`is not ${wanted.const}`);
  const format = formats[wanted.format ?? ''];
  if (format && !format.test(value)) problems.push(`is no ${wanted.format}`);
  return problems;
}

function checkBlob(
  { maxSize = Number.POSITIVE_INFINITY, accept = ['*/*'] }: Definition,
  value: unknown,
): string[] {
  const { $type, ref, mimeType, size } = (value ?? {}) as Record<string, unknown>;
  if ($type !== 'blob' || typeof (ref as { $link?: unknown })?.$link !== 'string') return ['is no blob'];
  if (typeof mimeType !== 'string' || typeof size !== 'number') return ['lacks its type or size'];
  const isTaken = accept.some(
    (one) =>
      one === '*/*' || one === mimeType || (one.endsWith('/*') && mimeType.startsWith(one.slice(0, -1))),
  );
  return [...(isTaken ? [] : [`is ${mimeType}`]), ...(size > maxSize ? [`has ${size} bytes`] : [])];
}
