-- A drawing beside the row of its topology: lists read rows and never drawings. As text, so that the order of its parts stays.
create table topology_drawing (
  topology_id text collate "C" primary key,
  document text not null,
  version integer not null,
  updated_at timestamptz not null,
  updated_by text not null
);

-- Who is editing, in which tab of his; over when `until` is past.
create table topology_lock (
  topology_id text collate "C" primary key,
  user_id text not null,
  tab text not null,
  since timestamptz not null,
  until timestamptz not null
);
