import type { Mode, PlatformId } from '../contract/platform-ids.ts';
import type { Query } from './db.ts';

/** A login that is not finished within this time has been given up. */
export const connectLastsMs = 60 * 60 * 1000;

export interface Connect {
  id: string;
  workspace_id: string;
  mode: Mode;
  platform: PlatformId;
  redirect_uri: string;
  /** Null: begun on the command line. */
  begun_by: string | null;
  /** Sealed. */
  verifier: string;
  /** Sealed. */
  found: string | null;
  created_at: number;
}

export async function insertConnect(query: Query, connect: Connect): Promise<void> {
  await query
    .deleteFrom('connects')
    .where('created_at', '<', connect.created_at - connectLastsMs)
    .execute();
  await query.insertInto('connects').values(connect).execute();
}

export function findConnect(query: Query, id: string, now: number): Promise<Connect | undefined> {
  return query
    .selectFrom('connects')
    .selectAll()
    .where('id', '=', id)
    .where('created_at', '>=', now - connectLastsMs)
    .executeTakeFirst();
}

/** A code works once, and so does the state that came with it. False: another request was first. */
export async function takeVerifier(query: Query, id: string): Promise<boolean> {
  const { numUpdatedRows } = await query
    .updateTable('connects')
    .set({ verifier: '' })
    .where('id', '=', id)
    .where('verifier', '<>', '')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function keepFound(query: Query, id: string, found: string): Promise<void> {
  await query.updateTable('connects').set({ found }).where('id', '=', id).execute();
}

export async function removeConnect(query: Query, id: string): Promise<void> {
  await query.deleteFrom('connects').where('id', '=', id).execute();
}
