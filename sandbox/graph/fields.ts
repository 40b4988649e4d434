import { refuse } from './problem.ts';

/** What `fields=id,attachments{target{id}},comments.summary(total_count).limit(0)` asks for, by its first words. */
export function fieldNames(fields: string): string[] {
  const names: string[] = [];
  let depth = 0;
  let name = '';
  for (const sign of `${fields},`) {
    if (sign === '{' || sign === '(') depth += 1;
    else if (sign === '}' || sign === ')') depth -= 1;
    else if (sign === ',' && depth === 0) {
      const [first = ''] = name.trim().split('.');
      if (first !== '') names.push(first);
      name = '';
    } else if (depth === 0) name += sign;
  }
  return names;
}

/**
 * Only what was asked for, always with the id. An unknown name fails the whole call; one of `optional` that has
 * no value is left out in silence, as the Graph API does.
 */
export function pick(
  everything: Record<string, unknown>,
  fields: string | null,
  optional: readonly string[] = [],
  withId = true,
): Record<string, unknown> {
  const picked: Record<string, unknown> = {};
  for (const name of fieldNames(fields ?? 'id')) {
    if (Object.hasOwn(everything, name)) picked[name] = everything[name];
    else if (!optional.includes(name)) {
      refuse({ code: 100, message: `(#100) Tried accessing nonexisting field (${name})` });
    }
  }
  if (withId && everything.id !== undefined) picked.id = everything.id;
  return picked;
}
