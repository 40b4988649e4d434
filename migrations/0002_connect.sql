-- The operator's apps at the platforms. A test app is the sandbox's own.
create table platform_apps (
  platform text not null,
  mode text not null,
  client_id text not null,
  client_secret text not null,
  created_at bigint not null,
  primary key (platform, mode)
);

-- A login under way: from the moment the browser is sent off until the user has picked accounts.
create table connects (
  -- SHA-256 of the state that travels through the browser.
  id text primary key,
  workspace_id text not null references workspaces (id),
  mode text not null,
  platform text not null,
  redirect_uri text not null,
  verifier text not null,
  -- The accounts that the login reaches, sealed; null until the platform has answered.
  found text,
  created_at bigint not null
);
create index connects_age on connects (created_at);

-- When the login should be renewed ahead of its end; null: it has none, or nothing renews it.
alter table accounts add column refresh_at bigint;
create index accounts_refresh on accounts (refresh_at) where state = 'active' and refresh_at is not null;

-- When the numbers of a published post are read next; null: never (again).
alter table deliveries add column collect_at bigint;
create index deliveries_collect on deliveries (collect_at) where collect_at is not null;
