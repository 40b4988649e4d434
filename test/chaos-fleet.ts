import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';

/**
 * Worker processes that are killed and stopped while they work; another takes the place of a killed one at once. How
 * often, and how long one stays stopped, is measured in work done, so that a slow machine is treated as roughly as a
 * quick one.
 */
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

export function startFleet(options: {
  size: number;
  env: Record<string, string>;
  args: readonly string[];
  /** So many times the crew is struck, each time after so much more work. */
  strikes: number;
  every: number;
  /** How much is done by now. */
  progress: () => number;
  /** Who hangs in the air right now: the best to hit. */
  exposed: () => ReadonlySet<number>;
  /** A worker is stopped for longer than its lease, and until the others have done so much work after that. */
  leaseMs: number;
}): Fleet {
  const counts = { kills: 0, stops: 0 };
  const complaints = new Map<string, number>();
  const crew = new Set<Member>();
  const exits: Promise<void>[] = [];
  let closing = false;
  let calmed = false;
  let struckAt = 0;

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
      clearInterval(member.stopped ?? undefined);
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
  /** In turn: a stop, then two kills. */
  const strike = () => {
    const struck = counts.kills + counts.stops;
    if (calmed || struck >= options.strikes || options.progress() < struckAt + options.every) return;
    const awake = [...crew].filter(({ state, stopped }) => state === 'working' && stopped === null);
    const exposed = options.exposed();
    const victim = awake.find(({ child }) => exposed.has(child.pid ?? 0));
    if (!victim) return;
    if (struck % 3 > 0) {
      counts.kills += 1;
      victim.child.kill('SIGKILL');
      crew.delete(victim);
      fill();
    } else {
      // Somebody has to be awake to take over from one that is stopped.
      if (awake.length < 2) return;
      counts.stops += 1;
      victim.child.kill('SIGSTOP');
      victim.stopped = overtaken(victim);
    }
    struckAt = options.progress();
  };
  const striking = setInterval(strike, 3);
  const overtaken = (member: Member): NodeJS.Timeout => {
    // Half a lease more: until then the others have seen that it ran out.
    const endsAt = Date.now() + options.leaseMs * 1.6;
    let reached: number | null = null;
    return setInterval(() => {
      if (Date.now() < endsAt) return;
      reached ??= options.progress();
      // One that was stopped while it held SQLite's lock keeps everybody from working: it is let go in any case.
      const enough = options.progress() >= reached + options.every || Date.now() > endsAt + options.leaseMs;
      if (enough) resume(member);
    }, 20);
  };
  const resume = (member: Member) => {
    clearInterval(member.stopped ?? undefined);
    member.stopped = null;
    member.child.kill('SIGCONT');
  };
  const calm = () => {
    calmed = true;
    clearInterval(striking);
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
