-- What people did to practise. One table for every kind of it, so that a record of all is one walk of an index.

-- One answer to one question. `set_id`: the set or the paper it was asked in; `run_id`: the run it belongs to.
create table practice_try (
  id text collate "C" primary key,
  user_id text collate "C" not null,
  kind text collate "C" not null,
  bank text collate "C" not null,
  question_id text collate "C" not null,
  question_version integer not null,
  set_id text collate "C",
  run_id text collate "C",
  -- place on a paper
  item text collate "C",
  answer jsonb,
  -- share of the points, 0 to 1; null while nobody has judged it
  share double precision,
  "right" boolean,
  -- judged by the one who wrote it
  own boolean not null default false,
  at timestamptz not null
);
create index practice_try_question on practice_try (user_id, question_id, id);
create index practice_try_at on practice_try (user_id, at, id);
create index practice_try_run on practice_try (run_id);
create unique index practice_try_item on practice_try (run_id, item) where item is not null;

-- What was typed and not handed in yet.
create table practice_draft (
  user_id text collate "C" not null,
  question_id text collate "C" not null,
  answer jsonb not null,
  at timestamptz not null,
  primary key (user_id, question_id)
);

-- A walk through questions in one order, or one time through a paper.
create table practice_run (
  id text collate "C" primary key,
  user_id text collate "C" not null,
  kind text collate "C" not null,
  -- the set or the paper; null where the questions come from several
  set_id text collate "C",
  mode text collate "C" not null,
  -- of a walk: [{ bank, id }] in order
  questions jsonb not null default '[]',
  -- of a paper
  variant text collate "C",
  seed text collate "C",
  -- the paper as it was when the run began: it may be edited since
  paper jsonb,
  deadline_at timestamptz,
  handed_at timestamptz,
  -- points of what is judged; those of the paper; items to judge oneself
  points double precision,
  score double precision,
  open integer not null default 0,
  began_at timestamptz not null,
  at timestamptz not null
);
create index practice_run_user on practice_run (user_id, kind, at);
create index practice_run_set on practice_run (user_id, set_id);

-- Answers of a paper that is being written.
create table practice_answer (
  run_id text collate "C" not null references practice_run on delete cascade,
  item text collate "C" not null,
  answer jsonb,
  marked boolean not null default false,
  at timestamptz not null,
  primary key (run_id, item)
);

-- Mistakes somebody took off the list by hand: what was wrong before does not count any more.
create table practice_mended (
  user_id text collate "C" not null,
  question_id text collate "C" not null,
  -- the last try that is passed over
  upto text collate "C" not null,
  primary key (user_id, question_id)
);
