-- Clearings of old data, one at a time.
create table clearing_run (
  id text collate "C" primary key,
  state text not null,
  -- from when ages are counted
  at timestamptz not null,
  started_at timestamptz not null,
  finished_at timestamptz,
  -- one whose server died in the middle has an old beat
  beat_at timestamptz not null,
  by_name text not null,
  found jsonb not null,
  gone jsonb not null default '[]'
);
create unique index clearing_run_one on clearing_run ((true)) where state = 'running';
create index clearing_run_by_time on clearing_run (started_at);
