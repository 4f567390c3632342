-- Backups and restores. These tables stay where they are: a backup does not hold them, and a restore leaves them alone.

create table backup (
  id text collate "C" primary key,
  state text not null,
  origin text not null,
  progress double precision not null default 0,
  -- a backup whose server died in the middle has an old beat
  beat_at timestamptz not null,
  name text not null,
  note text not null default '',
  taken_at timestamptz,
  created_at timestamptz not null,
  created_by text collate "C",
  created_by_name text not null,
  size bigint not null default 0,
  rows bigint not null default 0,
  files integer not null default 0,
  sha256 text not null default '',
  version text not null default '',
  encrypted boolean not null default false,
  problem text
);

create table restore (
  id text collate "C" primary key,
  backup_id text collate "C" not null,
  safety_id text collate "C",
  stage text not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  taken_at timestamptz,
  by_id text collate "C" not null,
  by_name text not null,
  problem text,
  -- the files of the data folder are still to be put in their places
  files_pending boolean not null default false
);

-- Rows as they were when the backup that is being made began: the first change of a row puts it here.
create table backup_before (
  tab text collate "C" not null,
  key text collate "C" not null,
  -- the whole row as text; of a row that was not there yet, the row that came
  was text not null,
  made boolean not null,
  primary key (tab, key)
);
