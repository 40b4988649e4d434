import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { requirements } from './requirements.ts';

const root = join(import.meta.dirname, '..');
const files = globSync(
  ['src/**/*.test.ts', 'sandbox/**/*.test.ts', 'test/**/*.test.ts', 'test-servers/*/*.test.ts'],
  { cwd: root },
);

/** A citation counts only right above a test, where it cannot outlive it. */
const citation = /\/\/ keeps: ([a-z0-9., -]+)\n\s*(?:test|it|search)\(/g;

const cited = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(citation)].flatMap((match) =>
    (match[1] ?? '').split(',').map((name) => ({ file, name: name.trim() })),
  ),
);

test('every promise is cited by a test', () => {
  const names = new Set(cited.map(({ name }) => name));
  assert.deepEqual(
    Object.keys(requirements).filter((name) => !names.has(name)),
    [],
  );
});

test('every citation names a promise', () => {
  assert.deepEqual(
    cited.filter(({ name }) => !Object.hasOwn(requirements, name)),
    [],
  );
});
