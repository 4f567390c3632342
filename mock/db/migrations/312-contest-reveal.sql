-- How far the frozen board of a run has been shown: spectators read this row, and no more than it says.
create table contest_reveal (
  run_id text collate "C" primary key,
  -- of the ledger when the steps were reckoned: another one, and they are others
  seq bigint not null,
  shown integer not null,
  -- rows around the last step, and that step, as they were told
  rows jsonb not null,
  event jsonb,
  begun_at timestamptz not null,
  moved_at timestamptz not null
);
