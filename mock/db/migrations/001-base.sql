-- Tables of the platform itself. Resource documents have a table each, made from the contract at start.
-- Text that is compared or ordered is collate "C", so that every server orders it alike.

create table org (
  id text collate "C" primary key,
  parent_id text collate "C" references org,
  name text not null,
  -- ids from the root down to this one: '/a/b/'
  path text collate "C" not null,
  sort integer not null default 0,
  version integer not null default 1
);
create index org_by_parent on org (parent_id, sort);
create index org_by_path on org (path);

create table account (
  user_id text collate "C" primary key,
  username text not null,
  -- the name as it is compared: two names that look alike are one
  username_key text collate "C" not null unique,
  hash text not null,
  hash_kind text not null,
  -- the password was given by somebody else and must be changed
  is_default boolean not null default false,
  changed_at timestamptz not null,
  -- hashes of former passwords, newest first
  history jsonb not null default '[]',
  failed integer not null default 0,
  locked_until timestamptz
);

create table session (
  -- sha256 of the token in hex: who reads the table cannot use it
  id_hash text collate "C" primary key,
  user_id text collate "C" not null,
  created_at timestamptz not null,
  seen_at timestamptz not null,
  expires_at timestamptz not null,
  idle_seconds integer not null,
  address text not null,
  agent text not null,
  ended_at timestamptz,
  ended_why text
);
create index session_by_user on session (user_id, created_at);
create index session_by_expiry on session (expires_at);

create table one_time_code (
  hash text collate "C" primary key,
  kind text collate "C" not null,
  user_id text collate "C",
  data jsonb not null default '{}',
  expires_at timestamptz not null,
  used_at timestamptz
);
create index one_time_code_by_expiry on one_time_code (expires_at);

create table attempt (
  kind text collate "C" not null,
  key text collate "C" not null,
  at timestamptz not null
);
create index attempt_by_key on attempt (kind, key, at);

create table setting (
  name text collate "C" primary key,
  value jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  updated_by text
);

create table audit (
  seq bigint primary key,
  at timestamptz not null,
  user_id text collate "C",
  username text,
  role text,
  address text,
  action text collate "C" not null,
  entity text collate "C",
  entity_id text collate "C",
  result text not null,
  code text,
  request_id text,
  before_hash text,
  after_hash text,
  details jsonb,
  prev_hash text not null,
  hash text not null
);
create index audit_by_time on audit (at, seq);
create index audit_by_user on audit (user_id, seq);
create index audit_by_entity on audit (entity, entity_id, seq);

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit is append-only' using errcode = '42501';
end
$$;
create trigger audit_keep_rows before update or delete on audit
  for each row execute function audit_is_append_only();
create trigger audit_keep_table before truncate on audit
  for each statement execute function audit_is_append_only();

create table idempotency (
  user_id text collate "C" not null,
  key text collate "C" not null,
  route text not null,
  body_hash text not null,
  status integer,
  reply jsonb,
  at timestamptz not null,
  primary key (user_id, key)
);
create index idempotency_by_time on idempotency (at);

create table due (
  id bigint generated always as identity primary key,
  kind text collate "C" not null,
  ref text collate "C" not null,
  at timestamptz not null,
  tries integer not null default 0,
  error text,
  unique (kind, ref)
);
create index due_by_time on due (at, id);

create table audience (
  resource text collate "C" not null,
  entity_id text collate "C" not null,
  kind text not null check (kind in ('all', 'org', 'role', 'user')),
  target text collate "C" not null,
  primary key (resource, entity_id, kind, target)
);
create index audience_target on audience (kind, target);
