-- "Pause all publishing": while set, nothing of the workspace starts.
alter table workspaces add column publishing_paused_at bigint;

-- When the login ends, where nothing renews it; null: it does not end, or it is renewed by itself.
alter table accounts add column expires_at bigint;

-- A paused account keeps its login alive.
drop index accounts_refresh;
create index accounts_refresh on accounts (refresh_at)
  where state in ('active', 'paused') and refresh_at is not null;

-- The platforms' quotas: how much went out lately, by account or by all accounts of an app.
create index deliveries_account_published on deliveries (account_id, published_at) where state = 'published';
create index accounts_platform on accounts (platform, mode);

-- Until when a platform wants to be left alone, as it said itself.
create table platform_limits (
  -- An account's id, or `platform:mode` for the operator's app as a whole.
  scope text not null,
  -- posting, reading, everything
  what text not null,
  -- The code of the catalogue that says why.
  code text not null,
  until_at bigint not null,
  primary key (scope, what)
);
