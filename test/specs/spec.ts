import type { SentRequest } from '../contract/record-requests.ts';

/** What a platform's own description says about one request. */
export interface Verdict {
  /** The operation it was recognised as; null: the description knows no such address or method. */
  readonly operation: string | null;
  readonly problems: readonly string[];
}

/** A machine-readable description of one API. */
export interface Spec {
  readonly name: string;
  check(request: SentRequest): Verdict;
}

/** Values of the address, and of a body that is made of fields; null stands for a file. */
export function fieldsOf({ url, body }: SentRequest): Map<string, string | null> {
  const inAddress = [...new URL(url).searchParams];
  const inBody = body.kind === 'form' || body.kind === 'multipart' ? Object.entries(body.fields) : [];
  return new Map<string, string | null>([...inAddress, ...inBody]);
}

/** `/pins/{pin_id}` and `/pins/1` meet; `{+name}` spans several parts. The names and what stands for them, or null. */
export function matchTemplate(template: string, path: string): Record<string, string> | null {
  const names: string[] = [];
  const pattern = template
    .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
    .replace(/\{(\\\+)?([^}]+)\}/g, (_, plus, name) => {
      names.push(name);
      return plus ? '(.+)' : '([^/]+)';
    });
  const found = new RegExp(`^${pattern}/?$`).exec(path);
  if (!found) return null;
  return Object.fromEntries(names.map((name, index) => [name, String(found[index + 1])]));
}

/** A word of an address as the type that a description wants; what does not fit stays a word. */
export function typed(value: string, type: string | undefined): unknown {
  if (type === 'integer' || type === 'number') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (type === 'boolean') return value === 'true' ? true : value === 'false' ? false : value;
  if (type === 'array') return value.split(',');
  return value;
}
