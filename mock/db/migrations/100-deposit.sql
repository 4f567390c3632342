-- Files on their way into the image store, by the tus protocol. A row is shown at most one.

create table deposit (
  id text collate "C" primary key,
  owner text collate "C" not null,
  kind text collate "C" not null,
  target text collate "C" not null,
  name text not null,
  size bigint not null,
  received bigint not null default 0,
  checked bigint not null default 0,
  fingerprint text,
  keep boolean not null default false,
  state text not null default 'open',
  created_at timestamptz not null,
  touched_at timestamptz not null,
  unique (kind, target)
);
create index deposit_owner on deposit (owner);
create index deposit_touched on deposit (touched_at);
