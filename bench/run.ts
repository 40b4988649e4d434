import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import { type Bench, openBench } from './bench.ts';
import { door } from './door.ts';
import { drain } from './drain.ts';
import { firstPost } from './first-post.ts';
import { growth } from './growth.ts';
import { idle } from './idle.ts';
import { largeVideo } from './large-video.ts';
import { lateness } from './lateness.ts';
import { pages } from './pages.ts';
import { read } from './read.ts';
import { type Row, table } from './report.ts';

/**
 * `npm run bench`: how fast, how punctual, how heavy, as ratios within one run, because machines differ and are
 * noisy. `npm run bench -- door lateness` runs only those groups; `--json` prints the result as JSON;
 * `--quick` takes one round of each. It measures and never fails.
 */
const groups: Readonly<Record<string, (bench: Bench) => Promise<Row[]>>> = {
  door,
  read,
  lateness,
  drain,
  growth,
  idle,
  pages,
  'first-post': firstPost,
  'large-video': largeVideo,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: 'boolean', default: false }, quick: { type: 'boolean', default: false } },
});
const unknown = positionals.filter((name) => !Object.hasOwn(groups, name));
if (unknown.length > 0) {
  console.error(`No such group: ${unknown.join(', ')}. There are: ${Object.keys(groups).join(', ')}`);
  process.exit(0);
}

const say = (text: string) => process.stderr.write(`${text}\n`);
const bench = openBench({ quick: values.quick, say });
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => bench.close().finally(() => process.exit(0)));
}
const rows: Row[] = [];
const failures: string[] = [];
const startedAt = performance.now();
for (const name of positionals.length > 0 ? positionals : Object.keys(groups)) {
  const groupStartedAt = performance.now();
  try {
    const found = (await groups[name]?.(bench)) ?? [];
    rows.push(...found);
    if (!values.json) console.log(`\n${name} (${seconds(groupStartedAt)} s)\n\n${table(found)}`);
  } catch (error) {
    failures.push(name);
    say(`${name} could not be measured: ${inspect(error)}`);
  }
}
await bench.close();

const file = join(import.meta.dirname, 'results.json');
const machine = {
  node: process.version,
  platform: `${process.platform}-${process.arch}`,
  cpus: cpus().length,
};
const result = { at: new Date().toISOString(), seconds: Number(seconds(startedAt)), machine, rows, failures };
const json = `${JSON.stringify(result, null, 2)}\n`;
writeFileSync(file, json);
if (values.json) process.stdout.write(json);
else {
  const held = rows.filter((row) => row.met !== null);
  const missed = held.filter((row) => row.met === false);
  console.log(
    `\n${held.length - missed.length} of ${held.length} targets met in ${seconds(startedAt)} s; ${file}`,
  );
  for (const row of missed) {
    const figure = row.target?.startsWith('ratio')
      ? row.ratio?.toFixed(2)
      : `${row.value.toFixed(2)} ${row.unit}`;
    console.log(`✗ ${row.group}: ${row.name} (${row.against ?? 'alone'}): ${figure}, target ${row.target}`);
  }
  for (const name of failures) console.log(`✗ ${name}: could not be measured`);
}
process.exit(0);

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(0);
}
