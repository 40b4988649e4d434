import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** Worker processes that are killed and stopped at random moments and always come back. */
export interface Fleet {
  readonly counts: { kills: number; stops: number; starts: number };
  /** What the workers logged, and how often. */
  readonly complaints: Map<string, number>;
  /** Ends the violence; stopped workers go on, killed ones are there again. */
  calm(): void;
  close(): Promise<void>;
}

const worker = join(import.meta.dirname, 'chaos-worker.ts');
const between = (low: number, high: number) => low + Math.random() * (high - low);

export function startFleet(options: {
  size: number;
  env: Record<string, string>;
  args: readonly string[];
  /** Milliseconds for which a worker is stopped: longer than its lease. */
  stopMs: readonly [number, number];
}): Fleet {
  const counts = { kills: 0, stops: 0, starts: 0 };
  const complaints = new Map<string, number>();
  const crew: { child: ChildProcess; stopped: NodeJS.Timeout | null }[] = [];
  let closing = false;
  let strike: NodeJS.Timeout | null = null;

  const complain = (line: string) => {
    if (!line) return;
    const words = line.startsWith('{') ? sayings(JSON.parse(line)) : line;
    complaints.set(words, (complaints.get(words) ?? 0) + 1);
  };
  const launch = (slot: number) => {
    counts.starts += 1;
    const child = spawn(process.execPath, [worker, ...options.args], {
      env: { PATH: process.env.PATH ?? '', POSTBOTE_LOG: 'warn', ...options.env },
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let rest = '';
    child.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(complain);
    });
    child.stdin?.on('error', () => undefined);
    child.once('exit', (code) => {
      if (code !== null && !closing) complain(`a worker ended by itself with ${code}`);
      if (!closing) launch(slot);
    });
    crew[slot] = { child, stopped: null };
  };
  const violence = () => {
    strike = setTimeout(violence, between(300, 800));
    const awake = crew.filter(({ stopped }) => stopped === null);
    const victim = awake[Math.floor(Math.random() * awake.length)];
    if (!victim) return;
    if (Math.random() < 0.6) {
      counts.kills += 1;
      victim.child.kill('SIGKILL');
    } else {
      counts.stops += 1;
      victim.child.kill('SIGSTOP');
      victim.stopped = setTimeout(() => resume(victim), between(...options.stopMs));
    }
  };
  const resume = (member: (typeof crew)[number]) => {
    if (member.stopped) clearTimeout(member.stopped);
    member.stopped = null;
    member.child.kill('SIGCONT');
  };
  const calm = () => {
    if (strike) clearTimeout(strike);
    crew.filter(({ stopped }) => stopped !== null).forEach(resume);
  };
  const lastResort = () => crew.forEach(({ child }) => child.kill('SIGKILL'));

  process.once('exit', lastResort);
  for (let slot = 0; slot < options.size; slot += 1) launch(slot);
  strike = setTimeout(violence, between(800, 1200));

  return {
    counts,
    complaints,
    calm,
    async close() {
      calm();
      closing = true;
      const ended = crew.map(({ child }) => new Promise((resolve) => child.once('exit', resolve)));
      lastResort();
      await Promise.all(ended);
      process.off('exit', lastResort);
    },
  };
}

const sayings = ({ msg, err }: { msg: string; err?: { message?: string; code?: string } }) =>
  [msg, err?.code, err?.message].filter(Boolean).join(': ');
