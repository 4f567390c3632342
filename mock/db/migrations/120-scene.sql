-- Scenes: what people asked for, what became of it, and where the engine is with it.

create table scene (
  id text collate "C" primary key,
  version integer not null default 1,
  name text not null,
  -- name and owner as lists search them
  find text collate "C" not null default '',
  topology_id text collate "C",
  topology_name text not null default '',
  -- the drawing as it was when the scene was made
  document jsonb not null,
  -- addresses by node/port, facts of images by id, values of flags by id
  addresses jsonb not null default '{}',
  images jsonb not null default '{}',
  flags jsonb not null default '{}',
  kind text collate "C" not null,
  type text collate "C" not null,
  isolation text collate "C" not null,
  owner_id text collate "C" not null,
  member_ids jsonb not null default '[]',
  team_ids jsonb not null default '[]',
  leader_ids jsonb not null default '[]',
  driver text collate "C" not null,
  node_count integer not null,
  instances integer not null,
  status text collate "C" not null,
  -- where work on it comes back to
  back text collate "C" not null default 'running',
  reason jsonb,
  -- what it works on: { event, step, … }; null at rest
  task jsonb,
  progress double precision not null default 0,
  revision bigint not null default 1,
  -- instances it takes from the licence until they are really gone; null: none
  held integer,
  queue_seq bigint,
  -- the worker that looks after it now, and how many there were
  fence integer not null default 0,
  leased_by text collate "C",
  leased_until timestamptz,
  -- when the engine looks again; null: never
  next_at timestamptz,
  -- driver calls that failed in a row
  failures integer not null default 0,
  since timestamptz not null,
  deadline timestamptz,
  minutes integer,
  starting_at timestamptz,
  start_seconds integer,
  started_at timestamptz,
  ends_at timestamptz,
  paused_at timestamptz,
  -- seconds it ran before it was last switched on, and when that was
  ran_seconds integer not null default 0,
  on_since timestamptz,
  extensions integer not null default 0,
  warned_at timestamptz,
  created_at timestamptz not null,
  created_by text collate "C" not null,
  updated_at timestamptz not null,
  updated_by text collate "C" not null
);
create index scene_by_next on scene (next_at) where next_at is not null;
create index scene_by_queue on scene (queue_seq) where status = 'in-queue';
create index scene_by_held on scene (id) where held is not null;
create index scene_by_owner on scene (owner_id, created_at);
create index scene_by_time on scene (created_at, id);
create index scene_by_status on scene (status, created_at);

-- Whoever takes capacity of the licence, or a place in the queue, holds this row.
create table scene_gate (
  id integer primary key check (id = 1),
  last_seq bigint not null
);
insert into scene_gate values (1, 0);

create table scene_person (
  scene_id text collate "C" not null references scene on delete cascade,
  user_id text collate "C" not null,
  -- owner, leader, member (by himself or by a team)
  part text collate "C" not null,
  primary key (scene_id, user_id, part)
);
create index scene_person_by_user on scene_person (user_id, scene_id);

create table scene_node (
  scene_id text collate "C" not null references scene on delete cascade,
  node_id text collate "C" not null,
  place integer not null,
  name text not null,
  find text collate "C" not null default '',
  kind text collate "C" not null,
  status text collate "C" not null default 'absent',
  progress double precision not null default 0,
  reason text collate "C",
  -- what people want it to be: on or off
  wanted text collate "C" not null default 'on',
  -- it is to be switched off and on again; the instant somebody said so
  reboot_at timestamptz,
  address text not null default '',
  image_id text collate "C",
  image_name text not null default '',
  system text collate "C" not null,
  desktop boolean not null,
  cpu integer not null,
  memory integer not null,
  disk integer not null,
  visibility text collate "C" not null,
  boots boolean not null,
  since timestamptz not null,
  primary key (scene_id, node_id)
);
create index scene_node_by_since on scene_node (since, scene_id, node_id) where boots;

create table scene_event (
  seq bigint generated always as identity primary key,
  scene_id text collate "C" not null references scene on delete cascade,
  at timestamptz not null,
  level text collate "C" not null,
  code text collate "C" not null,
  params jsonb not null default '{}',
  node_id text collate "C",
  node_name text not null default '',
  by_id text collate "C" not null default '',
  by_name text not null default ''
);
create index scene_event_by_scene on scene_event (scene_id, seq);

create table scene_snapshot (
  id text collate "C" primary key,
  scene_id text collate "C" not null references scene on delete cascade,
  name text not null,
  at timestamptz not null,
  by_id text collate "C" not null,
  by_name text not null,
  bytes bigint not null default 0,
  ready boolean not null default false
);
create index scene_snapshot_by_scene on scene_snapshot (scene_id, at);

create table scene_file (
  id text collate "C" primary key,
  scene_id text collate "C" not null references scene on delete cascade,
  node_id text collate "C" not null,
  path text not null,
  name text not null,
  mode text not null,
  bytes bigint not null,
  sha256 text not null,
  status text collate "C" not null,
  reason text collate "C",
  tries integer not null default 1,
  -- when its last try began
  tried_at timestamptz not null,
  at timestamptz not null,
  by_id text collate "C" not null,
  by_name text not null
);
create index scene_file_by_scene on scene_file (scene_id, at);
create index scene_file_by_try on scene_file (tried_at) where status = 'injecting';

create table scene_console (
  id text collate "C" primary key,
  scene_id text collate "C" not null references scene on delete cascade,
  node_id text collate "C" not null,
  node_name text not null,
  kind text collate "C" not null,
  user_id text collate "C" not null,
  user_name text not null,
  -- the server process it runs in
  server text collate "C" not null,
  recording_id text collate "C",
  opened_at timestamptz not null,
  seen_at timestamptz not null,
  -- [{ id, name }] of those who look on
  watchers jsonb not null default '[]'
);
create index scene_console_by_scene on scene_console (scene_id);

create table scene_ticket (
  -- sha256 of the ticket in hex
  hash text collate "C" primary key,
  session_hash text collate "C" not null,
  user_id text collate "C" not null,
  scene_id text collate "C" not null,
  node_id text collate "C" not null,
  kind text collate "C" not null,
  -- a console to come back to, or to look at
  console_id text collate "C",
  shadow boolean not null default false,
  record boolean not null,
  columns integer not null,
  rows integer not null,
  expires_at timestamptz not null
);
create index scene_ticket_by_expiry on scene_ticket (expires_at);

create table recording (
  id text collate "C" primary key,
  version integer not null default 1,
  kind text collate "C" not null,
  scene_id text collate "C" not null,
  scene_name text not null,
  node_id text collate "C" not null,
  node_name text not null,
  user_id text collate "C" not null,
  user_name text not null,
  find text collate "C" not null default '',
  started_at timestamptz not null,
  seconds double precision not null default 0,
  bytes bigint not null default 0,
  width integer not null,
  height integer not null,
  keep boolean not null default false,
  -- it still grows; the last sign of it
  open boolean not null,
  touched_at timestamptz not null
);
create index recording_by_time on recording (started_at, id);
create index recording_by_user on recording (user_id, started_at);
create index recording_by_scene on recording (scene_id, started_at);
