import type { z } from 'zod';

/** What no database keeps as UTF-8, and no platform shows. */
export const storableText = 'text without NUL and without half characters';

/** What a field should have been, so that "Send limit as …" is an English sentence. */
export function expectedOf(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return typeNames[issue.expected] ?? issue.expected;
    case 'invalid_value':
      return `one of ${issue.values.map(String).join(', ')}`;
    case 'too_big':
      return `${sized(issue.origin)}at most ${issue.maximum}${units[issue.origin] ?? ''}`;
    case 'too_small':
      return `${sized(issue.origin)}at least ${issue.minimum}${units[issue.origin] ?? ''}`;
    case 'unrecognized_keys':
      return `an object without ${issue.keys.map((key) => key.slice(0, 64)).join(', ')}`;
    default:
      return 'something else';
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
};
const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' };
const sized = (origin: string) =>
  origin === 'string' ? 'a string of ' : origin === 'array' ? 'an array of ' : 'a number of ';

const german: Readonly<Record<string, string>> = {
  'a string': 'ein Text',
  'a number': 'eine Zahl',
  'a whole number': 'eine ganze Zahl',
  'true or false': 'true oder false',
  'an array': 'eine Liste',
  'an object': 'ein Objekt',
  'a uuid': 'eine UUID',
  'an e-mail address': 'eine E-Mail-Adresse',
  'a post without media': 'ein Post ohne Medien',
  'a post without article': 'ein Post ohne Artikel',
  'something else': 'etwas anderes',
  [storableText]: 'Text ohne NUL und ohne halbe Zeichen',
};

/** The same in German; what is no phrase of ours (a name, a time zone) stays as it is. */
export function expectedInGerman(expected: string): string {
  const known = german[expected];
  if (known) return known;
  const size = /^an? (?:string|array|number) of at (most|least) (\S+)(?: (characters|entries))?$/.exec(
    expected,
  );
  if (size) {
    const unit = size[3] === 'characters' ? ' Zeichen' : size[3] === 'entries' ? ' Einträge' : '';
    return `${size[1] === 'most' ? 'höchstens' : 'mindestens'} ${size[2]}${unit}`;
  }
  return expected.replace(/^one of /, 'eines von ').replace(/^an object without /, 'ein Objekt ohne ');
}
