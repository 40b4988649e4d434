import type { ZodObject, ZodType, z } from 'zod';
import { expectedOf } from './expected-words.ts';
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
      // Of several about one place the last is the narrowest: "at most 50" after "a safe integer".
      const expected = new Map(
        parsed.error.issues.map((issue) => [at(field, issue.path), expectedOf(issue)] as const),
      );
      for (const [place, wanted] of expected) {
        problems.push({ code: 'field_wrong', facts: { field: place, expected: wanted } });
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
