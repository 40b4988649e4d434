import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/** Worker processes that are killed and stopped at random moments; another takes the place of a killed one at once. */
export interface Fleet {
  readonly counts: { kills: number; stops: number };
  /** What the workers logged, and how often. */
  readonly complaints: Map<string, number>;
  /** Ends the violence; stopped workers go on. */
  calm(): void;
  close(): Promise<void>;
}

interface Member {
  readonly child: ChildProcess;
  /** Loaded and waiting, told to work, or at work. */
  state: 'loading' | 'loaded' | 'called' | 'working';
  stopped: NodeJS.Timeout | null;
}

const worker = join(import.meta.dirname, 'chaos-worker.ts');
const spares = 2;
const between = (low: number, high: number) => low + Math.random() * (high - low);

export function startFleet(options: {
  size: number;
  env: Record<string, string>;
  args: readonly string[];
  /** Milliseconds between two strokes. */
  everyMs: readonly [number, number];
  /** Milliseconds for which a worker is stopped: longer than its lease. */
  stopMs: readonly [number, number];
}): Fleet {
  const counts = { kills: 0, stops: 0 };
  const complaints = new Map<string, number>();
  const crew = new Set<Member>();
  const exits: Promise<void>[] = [];
  let closing = false;
  let calmed = false;
  let next: NodeJS.Timeout | undefined;

  const complain = (line: string) => {
    const words = line.startsWith('{') ? sayings(JSON.parse(line)) : line;
    if (words) complaints.set(words, (complaints.get(words) ?? 0) + 1);
  };
  const launch = () => {
    const child = spawn(process.execPath, [worker, ...options.args], {
      env: { PATH: process.env.PATH ?? '', POSTBOTE_LOG: 'warn', ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const member: Member = { child, state: 'loading', stopped: null };
    crew.add(member);
    child.stdin.on('error', () => undefined);
    child.stdout.setEncoding('utf8').on('data', (said: string) => {
      member.state = said.includes('working') ? 'working' : 'loaded';
      fill();
      // Before the first one works there is nobody to hit.
      if (member.state === 'working' && !calmed) next ??= setTimeout(strike, between(...options.everyMs));
    });
    let rest = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      lines.forEach(complain);
    });
    const exit = Promise.withResolvers<void>();
    exits.push(exit.promise);
    child.once('exit', (code) => {
      exit.resolve();
      if (code !== null) complain(`a worker ended by itself with ${code}`);
      clearTimeout(member.stopped ?? undefined);
      crew.delete(member);
      fill();
    });
  };
  const fill = () => {
    if (closing) return;
    const called = () => [...crew].filter(({ state }) => state === 'called' || state === 'working').length;
    for (const member of crew) {
      if (member.state !== 'loaded' || called() >= options.size) continue;
      member.state = 'called';
      member.child.stdin?.write('work\n');
    }
    while (crew.size < options.size + spares) launch();
  };
  const strike = () => {
    next = setTimeout(strike, between(...options.everyMs));
    const awake = [...crew].filter(({ state, stopped }) => state === 'working' && stopped === null);
    const victim = awake[Math.floor(Math.random() * awake.length)];
    if (!victim) return;
    // Somebody has to be awake to take over from one that is stopped.
    const allAwake = [...crew].every(({ stopped }) => stopped === null);
    if (!allAwake || Math.random() < 0.5) {
      counts.kills += 1;
      victim.child.kill('SIGKILL');
      crew.delete(victim);
      fill();
    } else {
      counts.stops += 1;
      victim.child.kill('SIGSTOP');
      victim.stopped = setTimeout(() => resume(victim), between(...options.stopMs));
    }
  };
  const resume = (member: Member) => {
    clearTimeout(member.stopped ?? undefined);
    member.stopped = null;
    member.child.kill('SIGCONT');
  };
  const calm = () => {
    calmed = true;
    clearTimeout(next);
    for (const member of crew) if (member.stopped !== null) resume(member);
  };
  const killAll = () => {
    for (const { child } of crew) child.kill('SIGKILL');
  };

  process.once('exit', killAll);
  fill();

  return {
    counts,
    complaints,
    calm,
    async close() {
      calm();
      closing = true;
      killAll();
      await Promise.all(exits);
      process.off('exit', killAll);
    },
  };
}

const sayings = ({ msg, err }: { msg: string; err?: { message?: string } }) =>
  err?.message ? `${msg}: ${err.message}` : msg;
