-- The simulated hypervisor: what it has of each scene. What a node does now follows from these rows and the clock.

create table sim_scene (
  scene text collate "C" primary key,
  -- the highest that was seen; kept after the scene is gone, so that a late order makes nothing again
  fence integer not null,
  gone boolean not null default false,
  paused_at timestamptz,
  document jsonb not null,
  addresses jsonb not null,
  images jsonb not null,
  flags jsonb not null,
  made_at timestamptz not null
);

create table sim_node (
  scene text collate "C" not null references sim_scene on delete cascade,
  node text collate "C" not null,
  -- off, on, crashed; booting follows from `since` and `boot_ms`
  power text collate "C" not null,
  since timestamptz not null,
  boot_ms integer not null default 0,
  boots integer not null default 0,
  -- why its boot comes to nothing
  fails text collate "C",
  primary key (scene, node)
);

-- What was written on a node's disk, over what its image has. `body` null: it was removed.
create table sim_file (
  scene text collate "C" not null,
  node text collate "C" not null,
  path text collate "C" not null,
  kind text collate "C" not null,
  mode integer not null,
  owner text collate "C" not null,
  size bigint not null,
  body bytea,
  gone boolean not null default false,
  changed_at timestamptz not null,
  primary key (scene, node, path),
  foreign key (scene, node) references sim_node on delete cascade
);

create table sim_snapshot (
  scene text collate "C" not null references sim_scene on delete cascade,
  name text collate "C" not null,
  at timestamptz not null,
  bytes bigint not null,
  nodes jsonb not null,
  files jsonb not null,
  primary key (scene, name)
);
