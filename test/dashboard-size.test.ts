import { ok } from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { parseSync } from 'vite';
import { buildDashboard } from './build-dashboard.ts';

const mostKb = 250;

/** These and everything they import at once, each file counted once. */
function loadedWith(folder: string, names: readonly string[]): Set<string> {
  const all = new Set<string>();
  const visit = (name: string) => {
    if (all.has(name)) return;
    all.add(name);
    const { module, errors } = parseSync(name, readFileSync(join(folder, name), 'utf8'));
    ok(errors.length === 0, name);
    for (const { moduleRequest } of module.staticImports) visit(basename(moduleRequest.value));
    for (const { entries } of module.staticExports) {
      for (const { moduleRequest } of entries) if (moduleRequest) visit(basename(moduleRequest.value));
    }
  };
  for (const name of names) visit(name);
  return all;
}

// keeps: pages.light
test('the first load is light', (t) => {
  const dist = buildDashboard();
  const assets = join(dist, 'assets');
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  const entries = [...html.matchAll(/(?:src|href)="\/assets\/([^"]+\.js)"/g)].map(([, name = '']) => name);
  ok(entries.length > 0);
  const kbOf = (names: Iterable<string>) =>
    [...names].reduce((sum, name) => sum + gzipSync(readFileSync(join(assets, name))).length, 0) / 1000;
  // The reader's language comes with the first load too; German is the longer one.
  const [words] = globSync('de-*.js', { cwd: assets });
  ok(words);
  entries.push(words);
  const first = loadedWith(assets, entries);
  t.diagnostic(`${kbOf(first).toFixed(1)} kB gzip for the frame`);

  const pages = globSync('*/index.tsx', { cwd: join(dist, '../src/pages') }).map((path) =>
    path.replace(/[\\/]index\.tsx$/, ''),
  );
  const sizes = new Map<string, number>();
  for (const page of pages) {
    const own = new RegExp(`import\\([\`'"]\\./(${page}-[\\w-]{8}\\.js)`);
    const chunk = [...first]
      .map((name) => own.exec(readFileSync(join(assets, name), 'utf8'))?.[1])
      .find((name) => name !== undefined);
    ok(chunk, `nothing loads the page ${page}`);
    sizes.set(page, kbOf(loadedWith(assets, [...entries, chunk])));
    t.diagnostic(`${sizes.get(page)?.toFixed(1)} kB gzip with ${page}`);
  }
  for (const page of ['home', 'sign-in', 'setup', 'invite']) {
    const size = sizes.get(page) ?? Number.POSITIVE_INFINITY;
    ok(size < mostKb, `${page} loads ${size} kB of script at once`);
  }
});
