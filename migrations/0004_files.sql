-- Files of our own: uploaded by people, or made by us to fit a platform.
create table files (
  id text primary key,
  -- No reference: a file outlives its workspace until its bytes are gone.
  workspace_id text not null,
  -- Names the file in its public address: 192 random bits.
  token text not null unique,
  name text not null,
  -- image, video; null until the bytes have been looked at
  kind text,
  type text,
  -- While uploading: what was announced.
  bytes bigint not null,
  received bigint not null default 0,
  -- What the storage needs to go on with an unfinished upload.
  progress text,
  width integer,
  height integer,
  duration_ms bigint,
  -- More than one: a moving picture.
  frames integer,
  sha256 text,
  -- Its bytes; 0: there is none.
  thumbnail integer not null default 0,
  -- uploading, ready, removed (until its bytes are gone too)
  state text not null,
  -- Made from another picture: its bytes and the rule it had to meet.
  derived text,
  created_at bigint not null,
  -- When it last grew or was last put into a post.
  touched_at bigint not null
);
create unique index files_derived on files (workspace_id, derived) where derived is not null and state = 'ready';
create index files_listing on files (workspace_id, created_at, id) where state = 'ready' and derived is null;
create index files_age on files (touched_at);

-- A file stays as long as a post needs it.
create table file_uses (
  post_id text not null references posts (id),
  file_id text not null references files (id),
  primary key (file_id, post_id)
);
