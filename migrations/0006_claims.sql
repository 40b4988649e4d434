-- Who holds a delivery stands in its account alone: a claim writes one row.
alter table deliveries drop column leased_by;

-- An audit row is written with the outcome of its delivery, in one statement: to check the reference for each would
-- cost as much as the row.
create table audit (
  id text not null,
  delivery_id text not null,
  number integer not null,
  worker text not null,
  started_at bigint not null,
  ended_at bigint not null,
  -- published, retry, failed, unconfirmed, interrupted
  outcome text not null,
  error_code text,
  error_facts text,
  error_raw text,
  primary key (delivery_id, id)
);
insert into audit (id, delivery_id, number, worker, started_at, ended_at, outcome, error_code, error_facts, error_raw)
  select id, delivery_id, number, worker, started_at, ended_at, outcome, error_code, error_facts, error_raw from attempts;
drop table attempts;
alter table audit rename to attempts;

-- Claimed and freed with every delivery: with room for the new version on the same page, no index is touched.
-- on postgres: alter table accounts set (fillfactor = 50);
