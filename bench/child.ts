import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Vitals } from './preload/vitals.ts';

/** A process of its own for everything that is measured, so that nothing shares its heap or its event loop. */
export interface Child {
  readonly startedAt: number;
  vitals(): Promise<Vitals>;
  /** Sends a message and waits for the answer to it. */
  ask<T>(message: unknown, timeoutMs?: number): Promise<T>;
  /** Waits until its standard output says this. */
  says(pattern: RegExp, timeoutMs?: number): Promise<RegExpExecArray>;
  /** Everything it said until its end. */
  ended(timeoutMs?: number): Promise<string>;
  stop(): Promise<void>;
}

export interface ChildOptions {
  readonly args?: readonly string[];
  /** For Node itself. */
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Files of `bench/preload` that are loaded before the script, besides `vitals.ts`. */
  readonly preload?: readonly string[];
}

const root = join(import.meta.dirname, '..');

/** `script` is a path from the root of the repository. */
export function startChild(script: string, options: ChildOptions = {}): Child {
  const preload = ['vitals.ts', ...(options.preload ?? [])].map(
    (file) => `--import=${pathToFileURL(join(import.meta.dirname, 'preload', file))}`,
  );
  const startedAt = performance.now();
  const child = spawn(
    process.execPath,
    [...(options.flags ?? []), ...preload, join(root, script), ...(options.args ?? [])],
    {
      cwd: root,
      // Nothing of the caller's own configuration may reach what is measured.
      // The preloaded files come from the cache of compiled code as the service's own do: else they alone would have Node
      // load its type stripper, and its memory would be counted as the service's.
      env: {
        PATH: process.env.PATH,
        NODE_COMPILE_CACHE: join(root, 'node_modules/.cache/postbote'),
        ...options.env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    },
  );
  let words = '';
  let complaints = '';
  child.stdout?.on('data', (chunk) => (words += chunk));
  child.stderr?.on('data', (chunk) => (complaints = `${complaints}${chunk}`.slice(-20_000)));
  const gone = new Promise<number | null>((resolve) => child.once('close', resolve));

  /** Resolves with what `look` finds, looking at each event; fails when the child ends or time runs out. */
  const wait = <T>(what: string, timeoutMs: number, begin: (found: (value: T) => void) => () => void) =>
    new Promise<T>((resolve, reject) => {
      const end = begin((value) => {
        clearTimeout(limit);
        end();
        resolve(value);
      });
      const fail = (why: string) => {
        clearTimeout(limit);
        end();
        reject(new Error(`${script}: ${why} while waiting for ${what}\n${words}${complaints}`));
      };
      const limit = setTimeout(() => fail(`${timeoutMs} ms passed`), timeoutMs);
      gone.then((code) => fail(`it ended with ${code}`));
    });

  const ask = <T>(message: unknown, timeoutMs = 60_000) =>
    wait<T>('an answer', timeoutMs, (found) => {
      child.once('message', found);
      child.send(message as object);
      return () => child.off('message', found);
    });

  return {
    startedAt,
    ask,
    vitals: () => ask<Vitals>('vitals'),
    says: (pattern, timeoutMs = 20_000) =>
      wait(String(pattern), timeoutMs, (found) => {
        const look = () => {
          const match = pattern.exec(words);
          if (match) found(match);
        };
        child.stdout?.on('data', look);
        queueMicrotask(look);
        return () => child.stdout?.off('data', look);
      }),
    async ended(timeoutMs = 120_000) {
      const limit = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
      const code = await gone;
      clearTimeout(limit);
      if (code !== 0) throw new Error(`${script} ended with ${code}\n${words}${complaints}`);
      return words;
    },
    async stop() {
      const hard = setTimeout(() => child.kill('SIGKILL'), 5_000);
      child.kill('SIGTERM');
      await gone;
      clearTimeout(hard);
    },
  };
}
