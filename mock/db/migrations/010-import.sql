-- Uploads in parts, and the plans of resource imports.

create table upload (
  id text collate "C" primary key,
  owner text collate "C" not null,
  name text not null,
  size bigint not null,
  -- bytes that have come; every part before this offset is a file of its own
  received bigint not null default 0,
  -- the import it went into
  package_id text collate "C",
  created_at timestamptz not null,
  touched_at timestamptz not null
);
create index upload_owner on upload (owner, name, size);
create index upload_touched on upload (touched_at);

create table import_package (
  id text collate "C" primary key,
  version integer not null default 1,
  state text not null,
  upload_id text collate "C" not null,
  file_name text not null,
  size bigint not null,
  sha256 text not null default '',
  progress double precision not null default 0,
  -- a package whose server died in the middle of its work has an old beat
  beat_at timestamptz not null,
  tries integer not null default 1,
  -- resources its planner may write
  may text[] not null,
  digest text not null default '',
  counts jsonb not null default '{"new":0,"same":0,"changed":0,"refused":0}',
  resources jsonb not null default '[]',
  files jsonb not null default '[]',
  problem text,
  details jsonb,
  created_at timestamptz not null,
  created_by text collate "C" not null,
  created_by_name text not null,
  updated_at timestamptz not null,
  updated_by text collate "C" not null,
  applied_at timestamptz,
  undone_at timestamptz
);
create index import_package_state on import_package (state, id);

create table import_row (
  package_id text collate "C" not null references import_package on delete cascade,
  n integer not null,
  resource text collate "C" not null,
  place jsonb not null,
  label text not null,
  -- what tells the row from the others of the package; a refused row has none
  key text collate "C",
  also text collate "C",
  -- row of the package that this one names: the category of a tool
  needs integer,
  verdict text collate "C" not null,
  choice text collate "C" not null,
  -- what the package says, fields it leaves out left out
  data jsonb,
  -- columns of the server's own that a new row starts with
  extra jsonb,
  -- the row that stands or will be made
  target_id text collate "C",
  current_version integer,
  difference jsonb not null default '[]',
  reasons jsonb not null default '[]',
  -- of an overwritten row: what stood before, and the version it was given
  before jsonb,
  applied_version integer,
  primary key (package_id, n)
);
create index import_row_key on import_row (package_id, resource, key);
create index import_row_also on import_row (package_id, resource, also);
create index import_row_target on import_row (package_id, resource, target_id);
create index import_row_needs on import_row (package_id, needs) where needs is not null;
create index import_row_verdict on import_row (package_id, verdict, n);
