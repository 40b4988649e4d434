import { randomBytes } from 'node:crypto';
import type { Held } from './db.ts';

/** How an account names the claim it is busy with (`busy_by`). */
export const holder = (held: Pick<Held, 'id' | 'claim'>): string => `${held.id}:${held.claim}`;

/** The same, read back. What else may hold an account (a login being renewed) names no delivery. */
export function readHolder(by: string): { deliveryId: string; worker: string } {
  const [deliveryId = '', worker = ''] = by.split(':');
  return { deliveryId, worker };
}

export const newClaim = (worker: string): string => `${worker}:${randomBytes(9).toString('base64url')}`;

/** Marks a claim that is over without an outcome: readable for the audit row, but worth nothing as proof any more. */
const gone = ':gone';
export const goneHolder = (by: string): string => `${by}${gone}`;

/** Frees the account of a claim that ends without an outcome; nobody need read its name where the delivery was taken away. */
export const letGoText = `
  update accounts set busy_until = 0, busy_by = case when exists (
    select 1 from deliveries where id = ? and lease = ? and state in ('pending', 'publishing')
  ) then busy_by || '${gone}' end
  where id = ? and busy_by = ?`;
export const letGoValues = (held: Held) => [held.id, held.lease, held.account_id, holder(held)];
