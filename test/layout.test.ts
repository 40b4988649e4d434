import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { test } from 'node:test';

const root = join(import.meta.dirname, '..');
const files = globSync(['src/main.js', 'src/**/*.ts', 'sandbox/**/*.ts', 'dashboard/src/**/*.{ts,tsx}'], {
  cwd: root,
}).map((file) => file.replaceAll('\\', '/'));

/** A folder of `src/`, a single file there, the sandbox or the dashboard. */
const roomOf = (file: string) =>
  /^(sandbox|dashboard)\//.test(file)
    ? (file.split('/')[0] ?? '')
    : (file.split('/')[1] ?? '').replace(/\.[jt]s$/, '');

function importsOf(file: string): string[] {
  const source = readFileSync(join(root, file), 'utf8');
  return [...source.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map((match) => match[1] ?? '');
}

function allowed(): Map<string, Set<string>> {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8');
  const [, table = ''] = text.split('## Who may import whom');
  const rows = table.split('\n## ')[0]?.matchAll(/^\| ([a-z-]+) \|([^|]*)\|$/gm) ?? [];
  return new Map(
    [...rows].map(([, room = '', list = '']) => [
      room,
      new Set(
        list
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean),
      ),
    ]),
  );
}

const isTest = (file: string) => /\.test\.ts$|\.fake\.ts$|-for-test\.ts$/.test(file);

// keeps: house.imports
test('every import follows the table in ARCHITECTURE.md', () => {
  const table = allowed();
  const wrong: string[] = [];
  for (const file of files.filter((one) => !isTest(one))) {
    const room = roomOf(file);
    for (const name of importsOf(file).filter((one) => one.startsWith('.') && /\.tsx?$/.test(one))) {
      const target = normalize(join(dirname(file), name)).replaceAll('\\', '/');
      const to = roomOf(target);
      if (to !== room && !table.get(room)?.has(to)) wrong.push(`${file} imports ${relative('src', target)}`);
    }
  }
  assert.deepEqual(wrong, []);
});

test('the table names every room and no other', () => {
  assert.deepEqual([...allowed().keys()].sort(), [...new Set(files.map(roomOf))].sort());
});

test('the table has no way back: following it never leads to where one started', () => {
  const table = allowed();
  const visit = (room: string, path: readonly string[]): void => {
    assert.ok(!path.includes(room), `a circle: ${[...path, room].join(' → ')}`);
    for (const next of table.get(room) ?? []) visit(next, [...path, room]);
  };
  for (const room of table.keys()) visit(room, []);
});

test('one platform never imports another', () => {
  for (const file of files.filter((one) => /^src\/platforms\/[a-z_]+\//.test(one))) {
    const own = file.split('/')[2];
    for (const name of importsOf(file).filter((one) => one.startsWith('../'))) {
      const target = normalize(join(dirname(file), name)).split('/');
      if (target[1] === 'platforms' && target.length > 3) {
        assert.ok(target[2] === own || target[2] === 'meta', `${file} imports ${name}`);
      }
    }
  }
});

test('only the command line hands the environment to the configuration', () => {
  const readers = files.filter(
    (file) => !isTest(file) && readFileSync(join(root, file), 'utf8').includes('process.env'),
  );
  assert.deepEqual(readers, ['src/main.js']);
});

test('the contract runs in a browser: no Node module is imported there', () => {
  for (const file of files.filter((one) => one.startsWith('src/contract/') && !isTest(one))) {
    assert.deepEqual(
      importsOf(file).filter((name) => name.startsWith('node:')),
      [],
      file,
    );
  }
});

test('file names are plain words with hyphens', () => {
  const odd = files.filter((file) => !/^[a-z0-9_/-]+(\.test|\.fake)?\.(tsx?|js)$/.test(file));
  assert.deepEqual(odd, []);
  const empty = /(^|\/|-)(utils?|helpers?|common|manager|service|base|dto)(-|\.|\/)/;
  assert.deepEqual(
    files.filter((file) => empty.test(file)),
    [],
  );
});
