import { sql } from 'kysely';
import type { PlatformId } from '../contract/platform-ids.ts';
import type { Query } from './db.ts';
import type { Scope } from './numbers.ts';

const beat = 'publisher_beat';

export async function writeBeat(query: Query, at: number): Promise<void> {
  await query
    .insertInto('instance')
    .values({ name: beat, value: String(at) })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: String(at) }))
    .execute();
}

export async function readBeat(query: Query): Promise<number | null> {
  const row = await query.selectFrom('instance').select('value').where('name', '=', beat).executeTakeFirst();
  return row ? Number(row.value) : null;
}

// The states stand in the text: given as values, SQLite could not use the partial indexes.

/** `idle`: nobody is at work for their account either; the others wait behind something that goes out. */
export async function overdueIn(
  query: Query,
  { workspaceId, mode }: Scope,
  before: number,
  now: number,
): Promise<{ count: number; idle: number }> {
  const { rows } = await sql<{ count: number; idle: number }>`
    select count(*) as count, count(case when a.busy_until <= ${now} then 1 end) as idle
    from deliveries d join accounts a on a.id = d.account_id
    where d.state in ('pending', 'publishing') and d.wake_at < ${before} and d.workspace_id = ${workspaceId}
      and d.mode = ${mode} and (a.busy_by is null or a.busy_by not like d.id || ':%')`.execute(query);
  return rows[0] ?? { count: 0, idle: 0 };
}

/** Milliseconds from due to first try, of what went out since then. */
export async function latenessesSince(
  query: Query,
  { workspaceId, mode }: Scope,
  since: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ late: number }>`
    select first_tried_at - due_at as late from deliveries where state = 'published' and workspace_id = ${workspaceId}
      and mode = ${mode} and published_at >= ${since} and first_tried_at is not null and due_at is not null
    order by published_at desc limit ${limit}`.execute(query);
  return rows.map((row) => Number(row.late));
}

export interface TroubledDelivery {
  post_id: string;
  platform: PlatformId;
  account_id: string;
  account: string;
  state: 'failed' | 'unconfirmed';
  text: string;
  due_at: number | null;
  error_code: string | null;
  error_facts: string | null;
}

export async function troubledSince(
  query: Query,
  { workspaceId, mode }: Scope,
  since: number,
  limit: number,
): Promise<TroubledDelivery[]> {
  const { rows } = await sql<TroubledDelivery>`
    select d.post_id, d.platform, d.account_id, a.name as account, d.state, d.text, d.due_at, d.error_code, d.error_facts
    from deliveries d join accounts a on a.id = d.account_id
    where d.state in ('failed', 'unconfirmed') and d.workspace_id = ${workspaceId} and d.mode = ${mode}
      and d.due_at >= ${since} order by d.due_at desc limit ${limit}`.execute(query);
  return rows;
}

export interface ComingDelivery {
  post_id: string;
  platform: PlatformId;
  account_id: string;
  account: string;
  text: string;
  due_at: number;
  settings: string;
}

/** What is planned next on these platforms. */
export async function comingOn(
  query: Query,
  { workspaceId, mode }: Scope,
  platforms: readonly PlatformId[],
  limit: number,
): Promise<ComingDelivery[]> {
  const { rows } = await sql<ComingDelivery>`
    select d.post_id, d.platform, d.account_id, a.name as account, d.text, d.due_at, d.settings
    from deliveries d join accounts a on a.id = d.account_id
    where d.state = 'pending' and d.due_at is not null and d.workspace_id = ${workspaceId} and d.mode = ${mode}
      and d.platform in (${sql.join(platforms)}) order by d.due_at limit ${limit}`.execute(query);
  return rows;
}

export async function countsOf(query: Query, { workspaceId, mode }: Scope, since: number) {
  const { rows } = await sql<{ scheduled: number; published: number; drafts: number; accounts: number }>`
    select
      (select count(distinct post_id) from deliveries where workspace_id = ${workspaceId} and mode = ${mode}
        and state = 'pending' and due_at is not null) as scheduled,
      (select count(distinct post_id) from deliveries where workspace_id = ${workspaceId} and mode = ${mode}
        and state = 'published' and published_at >= ${since}) as published,
      (select count(*) from posts p where p.workspace_id = ${workspaceId} and p.mode = ${mode}
        and p.scheduled_at is null and not exists (select 1 from deliveries d where d.post_id = p.id
          and d.state <> 'pending')) as drafts,
      (select count(*) from accounts where workspace_id = ${workspaceId} and mode = ${mode}
        and state <> 'removed') as accounts`.execute(query);
  return rows[0] ?? { scheduled: 0, published: 0, drafts: 0, accounts: 0 };
}
