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
