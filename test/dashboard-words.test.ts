import { deepEqual, ok } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parseSync } from 'vite';
import { de } from '../dashboard/src/words/de/index.ts';
import { en } from '../dashboard/src/words/en/index.ts';

const sources = join(import.meta.dirname, '../dashboard/src');

/** Names that no language translates: a text made of them alone may stand anywhere. */
const names = [
  ...['Postbote', 'MCP', 'API', 'JSON', 'ID', 'Deutsch', 'English', 'Claude', 'Creative Commons'],
  ...['Bluesky', 'Facebook', 'Google Business', 'Instagram', 'LinkedIn', 'Pinterest', 'Threads', 'TikTok'],
  ...['X', 'YouTube', 'pb_', 'UTC'],
];
const onlyNames = new RegExp(`^(?:\\b(?:${names.join('|')})\\b|[^\\p{L}])*$`, 'u');

/** What German and English say with the same word. */
const sameInBoth = [
  'Text',
  'Post',
  'Account',
  'Post, 701',
  'Medium 701',
  '701 s',
  'Video',
  'Likes',
  'Name',
  'Code',
  'Link',
  'Posts',
  'Post',
  'Account',
  'Live',
  'Sandbox',
  'Board',
  'Reel',
  'Accounts',
  'Passkeys',
];

type Fact = string | number;
type Text = string | ((...facts: Fact[]) => string);

function* textsOf(words: object, at = ''): Generator<[string, Text]> {
  for (const [key, value] of Object.entries(words)) {
    if (typeof value === 'object' && value !== null) yield* textsOf(value, `${at}${key}.`);
    else yield [at + key, value];
  }
}

const inGerman = new Map(textsOf(de));
const inEnglish = new Map(textsOf(en));

/** Facts are numbers or names; a text that cannot take the one takes the other. */
function said(text: Text, facts: (at: number) => number): string {
  if (typeof text === 'string') return text;
  const numbers = Array.from({ length: text.length }, (_, at) => facts(at));
  try {
    return text(...numbers);
  } catch {
    return text(...numbers.map(String));
  }
}
const one = () => 1;
const many = (at: number) => 701 + at;

// keeps: words.two-languages
test('both languages say everything, each in its own words', () => {
  deepEqual([...inEnglish.keys()].sort(), [...inGerman.keys()].sort());
  const empty = [...inGerman, ...inEnglish].filter(([, text]) =>
    [one, many].some((facts) => said(text, facts).trim() === ''),
  );
  deepEqual(empty, []);
  const same = [...inGerman].flatMap(([key, text]) => {
    const german = said(text, many);
    const alike = german === said(inEnglish.get(key) ?? '', many);
    return alike && !onlyNames.test(german) && !sameInBoth.includes(german) ? [`${key}: ${german}`] : [];
  });
  deepEqual(same, []);
});

test('a text with facts mentions the same ones in both languages', () => {
  const unlike = [...inGerman].filter(([key, text]) => {
    const other = inEnglish.get(key);
    if (typeof text === 'string' || typeof other !== 'function') return typeof text !== typeof other;
    const mentioned = (words: Text) =>
      [...Array(text.length).keys()].filter((at) => said(words, many).includes(String(many(at))));
    return text.length !== other.length || mentioned(text).join() !== mentioned(other).join();
  });
  deepEqual(unlike, []);
});

const visible =
  /^(title|label|placeholder|alt|description|text|intro|message|legend|aria-(label|description|roledescription|valuetext))$|Message$|Label$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

/** The text a reader would see of this expression, whichever way its conditions turn. */
function* literals(node: unknown): Generator<[string, number]> {
  if (!isNode(node)) return;
  const { type, start } = node;
  if (type === 'JSXText') yield [String(node.value), start];
  else if (type === 'Literal' && typeof node.value === 'string') yield [node.value, start];
  else if (type === 'TemplateLiteral') {
    for (const part of node.quasis as Node[]) yield [(part.value as { cooked: string }).cooked, start];
  } else if (type === 'JSXExpressionContainer') yield* literals(node.expression);
  else if (type === 'ConditionalExpression') {
    yield* literals(node.consequent);
    yield* literals(node.alternate);
  } else if (type === 'LogicalExpression' || (type === 'BinaryExpression' && node.operator === '+')) {
    yield* literals(node.left);
    yield* literals(node.right);
  }
}

/** Every text of a file that ends up before a reader's eyes or ears without coming from the catalogue. */
function* loose(node: unknown): Generator<[string, number]> {
  if (Array.isArray(node)) for (const one of node) yield* loose(one);
  if (!isNode(node)) return;
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    for (const child of node.children as Node[]) yield* literals(child);
  }
  const name = (node.name ?? node.key) as { name?: string; value?: string } | undefined;
  if (node.type === 'JSXAttribute' && visible.test(String(name?.name))) yield* literals(node.value);
  if (node.type === 'Property' && visible.test(String(name?.name ?? name?.value)))
    yield* literals(node.value);
  for (const value of Object.values(node)) yield* loose(value);
}

const looseIn = (name: string, source: string) => {
  const { program, errors } = parseSync(name, source);
  deepEqual(errors, [], name);
  return [...loose(program)].flatMap(([text, start]) => {
    if (onlyNames.test(text)) return [];
    return [`${name}:${source.slice(0, start).split('\n').length}: ${text.trim()}`];
  });
};

// keeps: words.one-catalogue
test('every text on the pages comes from the catalogue', () => {
  const files = globSync('**/*.tsx', { cwd: sources });
  ok(files.length > 40);
  deepEqual(
    files.flatMap((name) => looseIn(name, readFileSync(join(sources, name), 'utf8'))),
    [],
  );
  // The scan itself sees what it should.
  const example = `<a title={b ? 'eins' : c}>zwei {d && "drei"} {e} {\`vier \${f}\`}<i aria-label="fünf" id="x"/> · Postbote</a>`;
  deepEqual(
    looseIn('x.tsx', example).map((line) => line.split(': ')[1]),
    ['zwei', 'drei', 'vier', 'eins', 'fünf'],
  );
});
