-- Raised by every change at the dashboard; a save names the one it began with.
alter table posts add column revision integer not null default 1;
alter table posts add column updated_at bigint;
alter table posts add column updated_by text;
create index posts_moment on posts (workspace_id, mode, (coalesce(scheduled_at, created_at)), id);

alter table workspaces add column time_zone text not null default 'Europe/Berlin';
alter table workspaces add column language text not null default 'de';

-- What only a person can mend.
create index deliveries_trouble on deliveries (workspace_id, mode, due_at) where state in ('failed', 'unconfirmed');

-- Who began it at the dashboard, and alone may finish it; null: it was begun on the command line.
alter table connects add column begun_by text;
