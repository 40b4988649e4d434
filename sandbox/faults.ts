import type { SQLInputValue } from 'node:sqlite';
import type { PretendPlatform } from './platform.ts';
import type { Store } from './store.ts';

export const faultKinds = [
  'rate_limit',
  'error_before',
  'error_after',
  'lost_answer',
  'lost_request',
  'expired_token',
  'slow_processing',
  'rejected_media',
  'lying_error',
] as const;

export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  readonly id: number;
  readonly platform: string;
  /** The account's id; null hits everybody. */
  readonly account: string | null;
  readonly fault: FaultKind;
  /** An operation's name, `*` for any, or null for where this kind of fault belongs. */
  readonly on: string | null;
  readonly times: number;
  readonly skip: number;
  readonly retryAfter: number;
  readonly seconds: number;
}

export function addFault(store: Store, fault: Omit<Fault, 'id'>): Fault {
  const { lastInsertRowid } = store.run(
    `INSERT INTO faults (platform, account, fault, operation, times, skip, retry_after, seconds)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    fault.platform,
    fault.account,
    fault.fault,
    fault.on,
    fault.times,
    fault.skip,
    fault.retryAfter,
    fault.seconds,
  );
  return { ...fault, id: Number(lastInsertRowid) };
}

export function listFaults(store: Store, platform?: string): Fault[] {
  const rows =
    platform === undefined
      ? store.all('SELECT * FROM faults ORDER BY id')
      : store.all('SELECT * FROM faults WHERE platform = ? ORDER BY id', platform);
  return rows.map((row) => ({
    id: Number(row.id),
    platform: String(row.platform),
    account: row.account === null ? null : String(row.account),
    fault: String(row.fault) as FaultKind,
    on: row.operation === null ? null : String(row.operation),
    times: Number(row.times),
    skip: Number(row.skip),
    retryAfter: Number(row.retry_after),
    seconds: Number(row.seconds),
  }));
}

export function removeFaults(store: Store, filter: { id?: number; platform?: string } = {}): void {
  const values: SQLInputValue[] = [filter.id ?? null, filter.id ?? null];
  store.run(
    'DELETE FROM faults WHERE (? IS NULL OR id = ?) AND (? IS NULL OR platform = ?)',
    ...values,
    filter.platform ?? null,
    filter.platform ?? null,
  );
}

/** Uses up one fault of these kinds that is aimed at this call; the oldest first. */
export function takeFault(
  store: Store,
  platform: PretendPlatform,
  operation: string,
  account: string | null,
  kinds: readonly FaultKind[],
): Fault | null {
  for (const fault of listFaults(store, platform.id)) {
    if (!kinds.includes(fault.fault)) continue;
    if (fault.account !== null && fault.account !== account) continue;
    if (!isAimedAt(platform, fault, operation)) continue;
    if (fault.skip > 0) {
      store.run('UPDATE faults SET skip = skip - 1 WHERE id = ?', fault.id);
      continue;
    }
    if (fault.times > 1) store.run('UPDATE faults SET times = times - 1 WHERE id = ?', fault.id);
    else removeFaults(store, { id: fault.id });
    return fault;
  }
  return null;
}

/** Undoes `takeFault`: the call was refused for a reason of its own, so the fault had nothing to spoil. */
export function giveBackFault(store: Store, fault: Fault): void {
  store.run(
    `INSERT INTO faults VALUES (?, ?, ?, ?, ?, 1, 0, ?, ?) ON CONFLICT (id) DO UPDATE SET times = times + 1`,
    fault.id,
    fault.platform,
    fault.account,
    fault.fault,
    fault.on,
    fault.retryAfter,
    fault.seconds,
  );
}

function isAimedAt(platform: PretendPlatform, fault: Fault, operation: string): boolean {
  if (fault.on === '*') return true;
  if (fault.on !== null) return fault.on === operation;
  if (fault.fault === 'slow_processing' || fault.fault === 'rejected_media') {
    return platform.intake.includes(operation);
  }
  if (fault.fault === 'expired_token') {
    return platform.routes.some((route) => route.operation === operation && route.signedIn !== false);
  }
  return platform.publishing.includes(operation);
}
