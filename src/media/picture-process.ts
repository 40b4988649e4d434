import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { mediaRejected } from './media-trouble.ts';
import type { Job, Reply, Results } from './pictures/jobs.ts';

const program = join(import.meta.dirname, 'pictures/worker.ts');
const patienceMs = 120_000;
const idleMs = 20_000;

let child: ChildProcess | null = null;
let idle: NodeJS.Timeout | null = null;
let turn: Promise<unknown> = Promise.resolve();

/**
 * Pictures are unpacked in a process of their own, one at a time: the memory they take, some hundred megabytes for a
 * large one, is given back when it ends, and a file that brings the decoder down takes nothing else with it. It is
 * started when it is needed, knows no secret of ours, and ends when nothing is left to do.
 */
export function askPictures<J extends Job>(job: J): Promise<Results[J['work']]> {
  const mine = turn.then(() => ask(job));
  turn = mine.catch(() => undefined);
  return mine as Promise<Results[J['work']]>;
}

async function ask(job: Job): Promise<unknown> {
  // Twice: the first time something else may have killed the process.
  const reply = (await askOnce(job)) ?? (await askOnce(job)) ?? { refused: { reason: 'broken_picture' } };
  if ('result' in reply) return reply.result;
  const { reason, ...facts } = reply.refused;
  throw mediaRejected(String(reason), undefined, facts as Record<string, string | number>);
}

async function askOnce(job: Job): Promise<Reply | null> {
  const worker = start();
  worker.ref();
  worker.channel?.ref();
  const reply = await replyOf(worker, job);
  rest(worker);
  return reply;
}

function start(): ChildProcess {
  if (idle) clearTimeout(idle);
  if (child?.connected) return child;
  child = fork(program, [], {
    serialization: 'advanced',
    env: {},
    execArgv: ['--max-old-space-size=256'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return child;
}

/** Null: the process died or fell silent over it. */
function replyOf(worker: ChildProcess, job: Job): Promise<Reply | null> {
  return new Promise((resolve) => {
    const end = (reply: Reply | null) => {
      clearTimeout(timer);
      worker.off('message', end).off('exit', died).off('error', died);
      resolve(reply);
    };
    const died = () => {
      worker.kill('SIGKILL');
      child = null;
      end(null);
    };
    const timer = setTimeout(died, patienceMs);
    worker.on('message', end).once('exit', died).once('error', died);
    worker.send(job, (error) => error && died());
  });
}

/** It holds nobody up who wants to stop, and leaves after a while. */
function rest(worker: ChildProcess): void {
  worker.unref();
  worker.channel?.unref();
  idle = setTimeout(() => worker.connected && worker.disconnect(), idleMs);
  idle.unref();
}
