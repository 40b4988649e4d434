import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const dist = join(root, 'dashboard/dist');
const sources = [
  'dashboard/{src,public}/**/*.*',
  'dashboard/*.*',
  'src/contract/**/*.ts',
  'package-lock.json',
];

/** The folder of the built pages. Built when it is missing or older than what it is made of. */
export function buildDashboard(): string {
  if (isFresh()) return dist;
  // Beside the old one and moved in place when it is whole: another process may be doing the same.
  const made = mkdtempSync(join(root, 'dashboard/dist-'));
  try {
    const vite = join(root, 'node_modules/vite/bin/vite.js');
    const { status, stderr } = spawnSync(
      process.execPath,
      [vite, 'build', 'dashboard', '--logLevel', 'warn', '--outDir', join(made, 'new')],
      { cwd: root, encoding: 'utf8' },
    );
    if (status !== 0) throw new Error(`vite could not build the dashboard: ${stderr}`);
    if (statSync(dist, { throwIfNoEntry: false })) renameSync(dist, join(made, 'old'));
    renameSync(join(made, 'new'), dist);
  } catch (error) {
    if (!isFresh()) throw error;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  return dist;
}

function isFresh(): boolean {
  const built = statSync(join(dist, 'index.html'), { throwIfNoEntry: false });
  if (!built) return false;
  return globSync(sources, { cwd: root, exclude: ['dashboard/dist*/**'] }).every(
    (path) => statSync(join(root, path)).mtimeMs <= built.mtimeMs,
  );
}
