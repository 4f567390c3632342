-- The machine somebody works on an image at: one per image.
create table image_bench (
  image_id text collate "C" primary key,
  scene_id text collate "C" not null unique,
  node_id text collate "C" not null,
  -- saved or to-edit: where the image goes back to when nothing is kept
  was text collate "C" not null,
  -- open, saving
  state text collate "C" not null default 'open',
  reason text collate "C",
  -- of what is being kept: { as, name, note }
  keeping jsonb,
  -- the server that keeps it says so now and then
  beat_at timestamptz,
  at timestamptz not null,
  by_id text collate "C" not null,
  by_name text not null
);

-- What the simulation keeps of a disk that was worked on: files over those the image begins with. A layer never changes once it is written.
create table sim_layer (
  id text collate "C" primary key,
  image_id text collate "C" not null,
  made_at timestamptz not null
);
create index sim_layer_by_image on sim_layer (image_id);
create table sim_layer_file (
  layer text collate "C" not null references sim_layer on delete cascade,
  path text collate "C" not null,
  kind text collate "C" not null,
  mode integer not null,
  owner text collate "C" not null,
  size bigint not null,
  body bytea,
  gone boolean not null default false,
  changed_at timestamptz not null,
  primary key (layer, path)
);
-- The layer an image has now, and the one a snapshot of it has; none: as it came.
create table image_layer (
  image_id text collate "C" primary key,
  layer text collate "C" not null
);
alter table image_snapshot add column layer text collate "C" not null default '';
