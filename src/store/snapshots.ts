import { sql } from 'kysely';
import type { Mode, PlatformId } from '../contract/platform-ids.ts';
import type { Query } from './db.ts';

export interface Totals {
  platform: PlatformId;
  likes: number;
  comments: number;
  shares: number;
  reach: number;
}

/** Per platform: what the posts published since then have gained, by the newest snapshot of each. */
export async function totalsSince(
  query: Query,
  workspaceId: string,
  mode: Mode,
  since: number,
): Promise<Totals[]> {
  const { rows } = await sql<Totals>`
    select d.platform, coalesce(sum(s.likes), 0) as likes, coalesce(sum(s.comments), 0) as comments,
      coalesce(sum(s.shares), 0) as shares, coalesce(sum(s.reach), 0) as reach
    from deliveries d
    left join snapshots s on s.delivery_id = d.id
      and s.taken_at = (select max(n.taken_at) from snapshots n where n.delivery_id = d.id)
    where d.workspace_id = ${workspaceId} and d.mode = ${mode} and d.state = 'published' and d.published_at >= ${since}
    group by d.platform`.execute(query);
  return rows;
}

export type Snapshot = Omit<Totals, 'platform'> & { delivery_id: string; taken_at: number };

export async function insertSnapshot(query: Query, snapshot: Snapshot): Promise<void> {
  await query
    .insertInto('snapshots')
    .values(snapshot)
    .onConflict((conflict) => conflict.columns(['delivery_id', 'taken_at']).doNothing())
    .execute();
}

export function newestSnapshot(query: Query, deliveryId: string) {
  return query
    .selectFrom('snapshots')
    .select(['likes', 'comments', 'shares', 'reach'])
    .where('delivery_id', '=', deliveryId)
    .orderBy('taken_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export interface DueReading {
  id: string;
  post_id: string;
  platform: PlatformId;
  mode: Mode;
  public_id: string;
  url: string | null;
  published_at: number;
  account_id: string;
  external_id: string;
  username: string | null;
  credentials: string;
}

/**
 * Takes posts whose numbers are due, so that no other node reads them too: they come due again at `again` unless the
 * reading sets another time.
 */
export async function takeDueReadings(
  query: Query,
  now: number,
  again: number,
  limit: number,
): Promise<DueReading[]> {
  const taken = await query
    .updateTable('deliveries')
    .set({ collect_at: again })
    .where('collect_at', '<=', now)
    .where(
      'id',
      'in',
      query
        .selectFrom('deliveries')
        .select('id')
        .where('collect_at', '<=', now)
        .orderBy('collect_at')
        .limit(limit),
    )
    .returning('id')
    .execute();
  if (taken.length === 0) return [];
  const rows = await query
    .selectFrom('deliveries')
    .innerJoin('accounts', 'accounts.id', 'deliveries.account_id')
    .select([
      'deliveries.id',
      'deliveries.post_id',
      'deliveries.platform',
      'deliveries.mode',
      'deliveries.public_id',
      'deliveries.url',
      'deliveries.published_at',
      'deliveries.account_id',
      'accounts.external_id',
      'accounts.username',
      'accounts.credentials',
    ])
    .where(
      'deliveries.id',
      'in',
      taken.map((row) => row.id),
    )
    .where('accounts.state', 'in', ['active', 'paused'])
    .where('deliveries.public_id', 'is not', null)
    .execute();
  return rows as DueReading[];
}

/** In place of the name it went out with. */
export async function namePost(
  query: Query,
  { id, public_id: known }: Pick<DueReading, 'id' | 'public_id'>,
  named: { readonly id: string; readonly url: string | null },
): Promise<void> {
  await query
    .updateTable('deliveries')
    .set({ public_id: named.id, url: named.url })
    .where('id', '=', id)
    .where('public_id', '=', known)
    .execute();
}

export async function planReading(query: Query, deliveryId: string, at: number | null): Promise<void> {
  await query.updateTable('deliveries').set({ collect_at: at }).where('id', '=', deliveryId).execute();
}
