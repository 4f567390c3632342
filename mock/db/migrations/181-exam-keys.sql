-- Keys that were changed after an exam. The newest of an item counts; sheets are judged again in batches, in the order of their ids.
create table exam_key (
  id text collate "C" primary key,
  exam_id text collate "C" not null,
  item text collate "C" not null,
  -- counts from 1 for each item of an exam
  revision integer not null,
  change jsonb not null,
  reason text not null,
  at timestamptz not null,
  by text collate "C" not null,
  total integer not null,
  done integer not null default 0,
  -- the last sheet that was judged again
  reached text collate "C" not null default '',
  finished_at timestamptz,
  unique (exam_id, item, revision)
);

-- How often the exam had changed the key of the item by which a mark was given.
alter table exam_mark add column revision integer not null default 0;

-- Marks that no longer count: changed by their marker, judged again after a change of the key, or of a sheet that was opened again.
create table exam_mark_past (
  attempt_id text collate "C" not null references exam_attempt on delete cascade,
  item text collate "C" not null,
  round integer not null,
  points double precision not null,
  rule text collate "C" not null,
  version integer not null,
  revision integer not null,
  marker text collate "C",
  comment text not null,
  at timestamptz not null,
  put_aside_at timestamptz not null,
  why text collate "C" not null
);
create index exam_mark_past_of on exam_mark_past (attempt_id, item);
