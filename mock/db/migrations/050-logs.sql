-- The audit trail is read newest first, narrowed by one of these; a combination takes the index of its rarest part.

drop index audit_by_user;
drop index audit_by_entity;
create index audit_by_user on audit (user_id, at, seq);
create index audit_by_username on audit (username, at, seq);
create index audit_by_action on audit (action, at, seq);
create index audit_by_entity on audit (entity, at, seq);
create index audit_by_entity_id on audit (entity_id, at, seq);
create index audit_by_address on audit (address text_pattern_ops, at, seq);
create index audit_by_request on audit (request_id);
create index audit_refused on audit (at, seq) where result = 'refused';

-- Workings through of its chains of hashes.
create table audit_check (
  id text collate "C" primary key,
  state text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  by text not null,
  by_name text not null,
  rows bigint not null default 0,
  total bigint not null,
  faults jsonb not null default '[]',
  -- one whose server died in the middle has an old beat
  beat_at timestamptz not null
);

-- What the platform itself did and suffered.
create table system_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  level text collate "C" not null,
  source text collate "C" not null,
  code text collate "C" not null,
  params jsonb not null default '{}',
  request_id text collate "C",
  host text collate "C" not null,
  pid integer not null
);
create index system_log_by_time on system_log (at, id);
create index system_log_by_level on system_log (level, at, id);
create index system_log_by_code on system_log (code, at, id);
create index system_log_by_source on system_log (source, at, id);
create index system_log_by_request on system_log (request_id) where request_id is not null;
