-- What a solve costs in hints: from the solve (null), or at once.
alter table contest add column hints text collate "C";

alter table contest_item
  -- one of those it requires is enough
  add column requires_any boolean,
  -- before it opens its category and value are shown, and what it takes
  add column preview boolean,
  -- what an entry has to have before it opens, in points
  add column opens_score integer,
  -- of several flags each counts by itself
  add column parts boolean,
  -- { division: bits }, where they are not the division's own
  add column divisions jsonb;

-- Which of several flags a text held, by their places.
alter table contest_submission add column found jsonb;

-- Of a hold: what the division of the entry allowed then; null: everything.
alter table contest_ledger add column bits integer;
create index contest_ledger_of on contest_ledger (run_id, participant_id, item_id) where kind = 'points' and item_id is not null;

-- The machines of an entry for a challenge.
create table contest_scene (
  participant_id text collate "C" not null references contest_participant on delete cascade,
  item_id text collate "C" not null,
  scene_id text collate "C" not null,
  primary key (participant_id, item_id)
);
create index contest_scene_of on contest_scene (scene_id);
