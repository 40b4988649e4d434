-- The dashboard's people. users, sessions, user_logins, verifications, two_factors, passkeys and rate_limits are written
-- by better-auth: on PostgreSQL with real timestamps and booleans, on SQLite (which keeps any type under these names)
-- with ISO text and 0 or 1. A test holds them against what the library expects.

create table users (
  id text primary key,
  name text not null,
  email text not null unique,
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);

create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  -- Worthless without the signature that only the cookie carries.
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index sessions_user on sessions (user_id);

-- How a user signs in; with us always by a password (argon2id).
create table user_logins (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  account_id text not null,
  provider_id text not null,
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index user_logins_user on user_logins (user_id);

-- Short-lived: passkey challenges, second steps under way, trusted devices.
create table verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index verifications_identifier on verifications (identifier);

create table two_factors (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  secret text not null,
  backup_codes text not null,
  verified boolean default true,
  failed_verification_count integer default 0,
  locked_until timestamptz
);
create index two_factors_user on two_factors (user_id);
create index two_factors_secret on two_factors (secret);

create table passkeys (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  name text,
  public_key text not null,
  credential_id text not null,
  counter integer not null,
  device_type text not null,
  backed_up boolean not null,
  transports text,
  aaguid text,
  created_at timestamptz
);
create index passkeys_user on passkeys (user_id);
create index passkeys_credential on passkeys (credential_id);

create table rate_limits (
  id text primary key,
  key text not null unique,
  count integer not null,
  last_request bigint not null
);

-- From here on the tables are our own again. The earlier `members` was never written.
drop table members;
create table members (
  workspace_id text not null references workspaces (id),
  user_id text not null references users (id) on delete cascade,
  -- owner, editor, viewer
  role text not null,
  created_at bigint not null,
  primary key (workspace_id, user_id)
);
create index members_user on members (user_id);

create table invitations (
  id text primary key,
  workspace_id text not null references workspaces (id),
  -- SHA-256 of the token in the link.
  hash text not null unique,
  role text not null,
  -- For whom, in the inviter's words.
  note text not null,
  -- Null: made on the command line, or the inviter is gone.
  invited_by text references users (id) on delete set null,
  created_at bigint not null,
  expires_at bigint not null,
  accepted_at bigint,
  accepted_by text references users (id) on delete set null,
  revoked_at bigint
);
create index invitations_workspace on invitations (workspace_id, created_at);

create table password_resets (
  -- SHA-256 of the token in the link.
  hash text primary key,
  user_id text not null references users (id) on delete cascade,
  expires_at bigint not null,
  created_at bigint not null
);
create index password_resets_user on password_resets (user_id);
