import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { platformIds } from '../../src/contract/platform-ids.ts';
import type { SentRequest } from '../contract/record-requests.ts';
import { type Exception, exceptions } from './exceptions.ts';
import { type Judgement, judge } from './judge.ts';
import { loadSpecs } from './load-specs.ts';
import { mutantsOf, wrongTypes } from './mutate.ts';

/**
 * `npm run test:specs -- DIR`: what the adapters send during the contract suite, held against the descriptions that the
 * platforms publish. They are not part of this repository; DIR holds them.
 */
const [given = process.env.SPECS_DIR] = process.argv.slice(2);
if (!given) {
  process.stderr.write('Name the folder with the descriptions: npm run test:specs -- DIR\n');
  process.exit(2);
}
const specs = loadSpecs(resolve(given));
const requests = record();
const failures: string[] = [];
const used = new Set<Exception>();
process.stdout.write('platform          requests  operations  validated  exceptions  mutants caught\n');
for (const platform of platformIds) {
  const mine = requests.filter((one) => one.platform === platform && !one.beyond);
  const judged = mine.map((request) => ({ request, judgement: judge(specs[platform], request) }));
  const firsts = new Map(judged.map((one) => [one.judgement.operation, one]));
  for (const { judgement } of judged) for (const one of judgement.excused) used.add(one);
  for (const { request, judgement } of new Map(judged.map((one) => [wordsOf(one), one])).values()) {
    if (judgement.is === 'wrong') failures.push(wordsOf({ request, judgement }));
  }
  const count = (is: Judgement['is']) => judged.filter(({ judgement }) => judgement.is === is).length;
  const mutants = specs[platform] ? tryMutants(platform, [...firsts.values()]) : null;
  const cells = [
    platform.padEnd(18),
    String(mine.length).padEnd(10),
    String(firsts.size).padEnd(12),
    (specs[platform] ? String(count('validated')) : 'no spec').padEnd(11),
    String(count('exception')).padEnd(12),
    mutants ? `${mutants.caught} of ${mutants.all}` : '',
  ];
  process.stdout.write(`${cells.join('').trimEnd()}\n`);
  if (mine.length === 0) failures.push(`${platform}: nothing was sent`);
}
for (const one of exceptions) {
  const words = `${one.platform} ${one.method} ${one.url.source}${one.problem ? ` (${one.problem.source})` : ''}`;
  if (used.has(one)) process.stdout.write(`exception: ${words}: ${one.reason} [${one.source}]\n`);
  else failures.push(`exception that nothing needs: ${words}`);
}
for (const failure of failures) process.stderr.write(`✖ ${failure}\n`);
process.exit(failures.length > 0 ? 1 : 0);

/** Runs the contract suite and reads what it wrote down. */
function record(): SentRequest[] {
  const folder = mkdtempSync(join(tmpdir(), 'postbote-requests-'));
  try {
    const suites = ['contract.test.ts', 'contract-logins.test.ts'].map((name) =>
      join(import.meta.dirname, '..', name),
    );
    const { status } = spawnSync(
      process.execPath,
      ['--test', '--test-force-exit', '--test-reporter=dot', ...suites],
      {
        stdio: ['ignore', 'inherit', 'inherit'],
        env: { ...process.env, RECORD_REQUESTS: folder },
      },
    );
    if (status !== 0) throw new Error('the contract suite failed');
    const lines = readdirSync(folder).flatMap((name) =>
      readFileSync(join(folder, name), 'utf8').trim().split('\n'),
    );
    return lines.map((line) => JSON.parse(line) as SentRequest);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function wordsOf({ request, judgement }: { request: SentRequest; judgement: Judgement }): string {
  return `${request.platform} ${judgement.operation}: ${judgement.problems.join('; ')}`;
}

/** A validator that lets a spoiled request through proves nothing about the others. */
function tryMutants(platform: string, judged: readonly { request: SentRequest; judgement: Judgement }[]) {
  let [all, caught] = [0, 0];
  const isCaught = (request: SentRequest) =>
    judge(specs[platform as keyof typeof specs], request).is === 'wrong';
  for (const { request, judgement } of judged) {
    // What lies outside the descriptions cannot be spoiled.
    const isDescribed = judgement.excused.every(({ problem }) => problem !== undefined);
    if (judgement.is === 'wrong' || !isDescribed) continue;
    for (const mutant of mutantsOf(request)) {
      all += 1;
      if (isCaught(mutant.request)) caught += 1;
      else failures.push(`${platform} ${judgement.operation}: ${mutant.what} was not caught`);
    }
    const typed = wrongTypes(request);
    if (typed.length === 0) continue;
    all += 1;
    if (typed.some((mutant) => isCaught(mutant.request))) caught += 1;
    else failures.push(`${platform} ${judgement.operation}: no wrong type was caught`);
  }
  return { all, caught };
}
