import { findAccount } from './accounts.ts';
import { addFault, type Fault, faultKinds } from './faults.ts';
import { findPlatform, operationsOf } from './platforms.ts';
import type { World } from './world.ts';

/** What is wrong with a control request, for its sender to read. */
export class ControlProblem extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Takes a wish from the control API or from the feed's form and switches the fault on. */
export function planFault(world: World, wish: Record<string, unknown>): Fault {
  const platform = findPlatform(wish.platform);
  if (platform === null) throw new ControlProblem(400, `unknown platform: ${wish.platform}`);
  const fault = faultKinds.find((kind) => kind === wish.fault);
  if (fault === undefined) throw new ControlProblem(400, `unknown fault; one of ${faultKinds.join(', ')}`);
  if (fault === 'lying_error' && platform.lies?.[fault] === undefined) {
    throw new ControlProblem(400, `${platform.id} has no lying_error`);
  }
  const on = isBlank(wish.on) ? null : String(wish.on);
  const operations = operationsOf(platform);
  if (on !== null && on !== '*' && !operations.includes(on)) {
    throw new ControlProblem(400, `unknown operation ${on}; one of ${operations.join(', ')} or *`);
  }
  const account = isBlank(wish.account) ? null : findAccount(world.store, platform.id, String(wish.account));
  if (account === null && !isBlank(wish.account)) {
    throw new ControlProblem(400, `unknown account: ${wish.account}`);
  }
  return addFault(world.store, {
    platform: platform.id,
    account: account?.id ?? null,
    fault,
    on,
    times: wholeNumber(wish.times, 'times', 1, 1),
    skip: wholeNumber(wish.skip, 'skip', 0, 0),
    retryAfter: wholeNumber(wish.retry_after, 'retry_after', 5, 0),
    seconds: wholeNumber(wish.seconds, 'seconds', 10, 0),
  });
}

export function describeFault(fault: Fault) {
  const { retryAfter, ...rest } = fault;
  return { ...rest, retry_after: retryAfter };
}

function isBlank(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

function wholeNumber(value: unknown, name: string, usual: number, min: number): number {
  if (isBlank(value)) return usual;
  const number = Number(value);
  if (Number.isInteger(number) && number >= min && number <= 1_000_000) return number;
  throw new ControlProblem(400, `${name} must be a whole number from ${min} to 1000000`);
}
