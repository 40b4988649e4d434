import { randomUUIDv7 } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

const machine = hostname().replaceAll(/[:/]/g, '-');
const ofThisProcess = new Set<string>();

/** Tells the machine, the process, and which of its workers. */
export function nameWorker(): string {
  const name = `${machine}/${process.pid}/${randomUUIDv7().slice(-12)}`;
  ofThisProcess.add(name);
  return name;
}

export function retireWorker(name: string): void {
  ofThisProcess.delete(name);
}

/**
 * True for a worker whose process has ended. Of another machine nobody here can tell; a number that has been given to
 * another process in the meantime counts as alive. Containers that were given one name for their machines may take each
 * other for dead: whoever acts on it must leave the living unharmed.
 */
export function isDead(name: string): boolean {
  const [host, pid] = name.split('/');
  if (host !== machine || !/^[1-9]\d{0,9}$/.test(pid ?? '')) return false;
  // In a container the process that is started again gets the same number every time.
  if (Number(pid) === process.pid) return !ofThisProcess.has(name);
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH';
  }
  return isUnburied(Number(pid));
}

/** Linux keeps the number of a process that has ended until its parent has asked for its end. */
function isUnburied(pid: number): boolean {
  try {
    return /\) [ZX]/.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}
