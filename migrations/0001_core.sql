-- Times are milliseconds since 1970 (bigint), ids are text, JSON is text: the same on both databases.

create table instance (
  name text primary key,
  value text not null
);

create table workspaces (
  id text primary key,
  name text not null,
  created_at bigint not null
);

create table members (
  id text primary key,
  workspace_id text not null references workspaces (id),
  email text not null,
  role text not null,
  created_at bigint not null,
  unique (workspace_id, email)
);

create table api_keys (
  id text primary key,
  workspace_id text not null references workspaces (id),
  mode text not null,
  name text not null,
  prefix text not null,
  hash text not null unique,
  created_at bigint not null,
  last_used_at bigint,
  calls bigint not null default 0,
  revoked_at bigint
);

create table accounts (
  id text primary key,
  workspace_id text not null references workspaces (id),
  mode text not null,
  platform text not null,
  external_id text not null,
  name text not null,
  username text,
  -- active, paused, reconnect, removed
  state text not null,
  credentials text not null,
  settings text not null,
  -- The lease: one delivery of an account is served at a time, and until then the account belongs to that claim.
  busy_until bigint not null default 0,
  busy_by text,
  created_at bigint not null,
  unique (workspace_id, mode, platform, external_id)
);

create table posts (
  id text primary key,
  workspace_id text not null references workspaces (id),
  mode text not null,
  api_key_id text references api_keys (id),
  content text not null,
  post_type text not null,
  cover_url text,
  -- Null: a draft.
  scheduled_at bigint,
  created_at bigint not null
);
create index posts_scheduled on posts (workspace_id, mode, scheduled_at) where scheduled_at is not null;

create table media (
  post_id text not null references posts (id),
  position integer not null,
  url text not null,
  kind text not null,
  alt text not null,
  primary key (post_id, position)
);

-- The delivery row is the job: one post to one account.
create table deliveries (
  id text primary key,
  post_id text not null references posts (id),
  workspace_id text not null references workspaces (id),
  mode text not null,
  account_id text not null references accounts (id),
  platform text not null,
  text text not null,
  custom_caption integer not null,
  settings text not null,
  -- pending, publishing, published, failed, unconfirmed, canceled
  state text not null,
  -- When it should go out; never changed by the publisher.
  due_at bigint,
  -- When a worker should next look: due time, next try or next question.
  wake_at bigint,
  -- Raised by every claim and by every cancel: whoever holds an older number has lost the right to write.
  lease bigint not null default 0,
  leased_by text,
  attempts integer not null default 0,
  -- Disturbances in a row; decides the pause before the next try.
  failures integer not null default 0,
  first_tried_at bigint,
  published_at bigint,
  public_id text,
  url text,
  error_code text,
  error_facts text,
  error_raw text,
  created_at bigint not null,
  unique (post_id, account_id)
);
create index deliveries_wake on deliveries (wake_at) where state in ('pending', 'publishing');
create index deliveries_open on deliveries (workspace_id, mode, created_at, post_id) where state = 'pending';
create index deliveries_published on deliveries (workspace_id, mode, published_at) where state = 'published';
create index deliveries_account on deliveries (account_id) where state in ('pending', 'publishing');

-- What a delivery remembers about its contacts with the platform.
create table steps (
  delivery_id text not null references deliveries (id),
  name text not null,
  -- asking, begun, refused, done, public
  state text not null,
  value text,
  begun_at bigint not null,
  -- How often it was asked or looked for, and when last.
  looks integer not null default 0,
  looked_at bigint,
  primary key (delivery_id, name)
);

create table attempts (
  id text not null,
  delivery_id text not null references deliveries (id),
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

create table idempotency_keys (
  api_key_id text not null references api_keys (id),
  name text not null,
  fingerprint text not null,
  result text not null,
  created_at bigint not null,
  primary key (api_key_id, name)
);
create index idempotency_keys_age on idempotency_keys (created_at);

create table snapshots (
  delivery_id text not null references deliveries (id),
  taken_at bigint not null,
  likes bigint not null,
  comments bigint not null,
  shares bigint not null,
  reach bigint not null,
  primary key (delivery_id, taken_at)
);
