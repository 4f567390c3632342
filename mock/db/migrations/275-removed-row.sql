-- What was removed a short while ago, whole, so that whoever removed it may put it back.
create table removed_row (
  resource text collate "C" not null,
  id text collate "C" not null,
  -- the row as it stood
  row jsonb not null,
  audience jsonb not null default '[]',
  -- rows of other tables that went with it, by table
  along jsonb not null default '{}',
  removed_at timestamptz not null,
  removed_by text collate "C" not null,
  primary key (resource, id)
);
create index removed_row_by_time on removed_row (removed_at);
