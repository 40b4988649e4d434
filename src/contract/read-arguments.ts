import type { ZodObject, ZodType, z } from 'zod';
import type { MessageCode } from './messages.ts';

export interface ArgumentProblem {
  code: MessageCode;
  facts: Record<string, string>;
}

/**
 * Reads a tool's arguments field by field, so that one bad field does not hide what is wrong with the others:
 * the good ones come back for further checks, every bad one is named.
 */
export function readArguments<S extends ZodObject>(
  schema: S,
  given: unknown,
): { fields: Partial<z.infer<S>>; problems: ArgumentProblem[] } {
  const source = given ?? {};
  if (typeof source !== 'object' || Array.isArray(source)) {
    return { fields: {}, problems: [{ code: 'arguments_wrong', facts: {} }] };
  }
  const shape = schema.shape as Record<string, ZodType>;
  const fields: Record<string, unknown> = {};
  const problems: ArgumentProblem[] = [];
  for (const field of Object.keys(source)) {
    if (!Object.hasOwn(shape, field)) {
      problems.push({
        code: 'unknown_field',
        facts: { field: field.slice(0, 64), allowed: Object.keys(shape).join(', ') || 'none' },
      });
    }
  }
  for (const [field, type] of Object.entries(shape)) {
    const value = (source as Record<string, unknown>)[field];
    const parsed = type.safeParse(value);
    if (parsed.success) {
      if (parsed.data !== undefined) fields[field] = parsed.data;
    } else if (value === undefined) {
      problems.push({ code: 'field_missing', facts: { field } });
    } else {
      for (const issue of parsed.error.issues) {
        problems.push({
          code: 'field_wrong',
          facts: { field: at(field, issue.path), expected: expected(issue) },
        });
      }
    }
  }
  return { fields: fields as Partial<z.infer<S>>, problems };
}

const at = (field: string, path: readonly PropertyKey[]) =>
  path.reduce<string>(
    (so, part) => (typeof part === 'number' ? `${so}[${part}]` : `${so}.${String(part).slice(0, 64)}`),
    field,
  );

function expected(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return `at most ${issue.maximum}${sized(issue.origin)}`;
    case 'too_small':
      return `at least ${issue.minimum}${sized(issue.origin)}`;
    case 'unrecognized_keys':
      return 'no further fields';
    default:
      return 'another form';
  }
}

const sized = (origin: string) =>
  origin === 'string' ? ' characters' : origin === 'array' ? ' entries' : '';
