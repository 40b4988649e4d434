import { heldRows, settlementRows, stepRows } from './postgres-rows.ts';

// For what the publisher asks one way is right however much there is: along the index of what wakes next, and from there
// row by row. On connections of its own that is planned once and kept; else each claim and each outcome would be planned
// anew, which takes longer than carrying it out, or by what the tables looked like when they were small.
export const fixedPlans = `
set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_bitmapscan = off;
set enable_hashjoin = off; set enable_mergejoin = off`;

// Locking both rows makes two claims at once choose different accounts, and has the conditions checked again on the
// newest version of each: a claim changes the account, an outcome changes both.
export const claimText = `
with due as (
  select d.id, d.lease, d.account_id, d.post_id, d.workspace_id, d.mode, d.platform, d.text, d.settings, d.state,
    d.due_at, d.attempts, d.failures, d.first_tried_at, d.wake_at as woken_for, p.post_type, p.cover_url, a.busy_by as taken_over
  from accounts a join deliveries d on a.id = d.account_id join posts p on p.id = d.post_id
  where d.state in ('pending', 'publishing') and d.wake_at <= $1::bigint and a.busy_until <= $2::bigint
    and d.platform = any($3::text[])
  order by d.wake_at limit $4
  for no key update of a, d skip locked
), chosen as (
  select distinct on (account_id) * from due order by account_id, woken_for, id
)
update accounts a set busy_until = $5::bigint, busy_by = c.id || ':' || $6::text
from chosen c where a.id = c.account_id
returning c.*, $6::text as claim, a.external_id, a.username, a.state as account_state, a.credentials, a.refresh_at`;

// Whoever takes several accounts takes them in the order of their ids, and a delivery after its account: nobody waits for
// somebody who waits for them.
export const writeStepsText = `
with asked as (
  select * from ${stepRows.from}
), locked as (
  select s.*, d.state as delivery_state from asked s
  join accounts a on a.id = s.account_id and a.busy_by = s.holder
  join deliveries d on d.id = s.id and d.lease = s.lease
  order by a.id for no key update of a, d
), account as (
  update accounts a set busy_until = l.until from (
    select account_id, max(until) as until from locked group by account_id
  ) l where a.id = l.account_id
), begun as (
  update deliveries d set state = 'publishing' from locked l where d.id = l.id and l.delivery_state <> 'publishing'
), written as (
  insert into steps (delivery_id, name, state, value, begun_at, looks, looked_at)
  select id, name, state, value, begun_at, looks, looked_at from locked
  on conflict (delivery_id, name) do update set state = excluded.state, value = excluded.value,
    begun_at = excluded.begun_at, looks = excluded.looks, looked_at = excluded.looked_at
)
select holder || ' ' || name as key from locked`;

export const renewText = `
with asked as (
  select * from ${heldRows.from}
), locked as (
  select d.id, a.id as account_id from asked s
  join accounts a on a.id = s.account_id and a.busy_by = s.holder
  join deliveries d on d.id = s.id and d.lease = s.lease
  order by a.id for no key update of a, d
), account as (
  update accounts a set busy_until = $5::bigint from locked l where a.id = l.account_id
)
select id from locked`;

// By the fixed plan row by row, in the order of the accounts here too.
export const settleText = `
with asked as (
  select * from ${settlementRows.from} order by account_id collate "C"
), freed as (
  update accounts a set busy_until = 0, busy_by = null from asked s where a.id = s.account_id and a.busy_by = s.holder
  returning s.*
), settled as (
  update deliveries d set state = s.state, wake_at = s.wake_at, attempts = s.attempts, failures = s.failures,
    first_tried_at = s.first_tried_at, published_at = s.published_at, public_id = s.public_id, url = s.url,
    error_code = s.error_code, error_facts = s.error_facts, error_raw = s.error_raw, collect_at = s.collect_at
  from freed s where d.id = s.id and d.lease = s.lease
  returning s.id, s.attempt_id, s.number, s.worker, s.started_at, s.ended_at, s.outcome, s.error_code, s.error_facts,
    s.error_raw
), audited as (
  insert into attempts (id, delivery_id, number, worker, started_at, ended_at, outcome, error_code, error_facts, error_raw)
  select attempt_id, id, number, worker, started_at, ended_at, outcome, error_code, error_facts, error_raw
  from settled where outcome is not null
)
select id from settled`;
