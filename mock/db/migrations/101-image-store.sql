-- What belongs to images beside their description: snapshots of their files, and exports.

create table image_snapshot (
  id text collate "C" primary key,
  image_id text collate "C" not null,
  name text not null,
  note text not null default '',
  -- taking, ready, restoring, failed
  state text not null,
  size bigint not null default 0,
  virtual_size bigint not null default 0,
  sha256 text not null default '',
  created_at timestamptz not null,
  created_by text collate "C" not null,
  created_by_name text not null,
  unique (image_id, name)
);

create table image_export (
  id text collate "C" primary key,
  image_id text collate "C" not null,
  image_name text not null,
  file_name text not null,
  -- preparing, ready, failed
  state text not null,
  size bigint not null,
  done bigint not null default 0,
  sha256 text not null default '',
  reason text,
  -- an export whose server died in the middle has an old beat
  beat_at timestamptz not null,
  created_at timestamptz not null,
  created_by text collate "C" not null,
  created_by_name text not null
);
-- one at a time, whichever server prepares it
create unique index image_export_one on image_export ((true)) where state = 'preparing';
create index image_export_at on image_export (created_at);
