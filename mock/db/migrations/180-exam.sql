-- What stands beside the documents of exams.

-- How an exam went: its beginning where an invigilator said it, its pauses, its end where one ended it, and when its results came out.
create table exam_run (
  exam_id text collate "C" primary key,
  started_at timestamptz,
  ended_at timestamptz,
  paused_from timestamptz,
  pauses jsonb not null default '[]',
  -- sum of the pauses that are over
  paused_ms bigint not null default 0,
  published_at timestamptz,
  -- grows with whatever its candidates are to be told
  revision integer not null default 1
);

-- Minutes single candidates have more than the others.
create table exam_extra (
  exam_id text collate "C" not null,
  user_id text collate "C" not null,
  minutes integer not null,
  reason text not null,
  at timestamptz not null,
  by text collate "C" not null,
  primary key (exam_id, user_id)
);

create table exam_attempt (
  id text collate "C" primary key,
  exam_id text collate "C" not null,
  user_id text collate "C" not null,
  n integer not null,
  paper_id text collate "C" not null,
  variant text collate "C" not null,
  -- what items and options are shuffled by
  seed text collate "C" not null,
  status text collate "C" not null,
  began_at timestamptz not null,
  deadline_at timestamptz not null,
  handed_at timestamptz,
  handed_by text collate "C",
  reopened integer not null default 0,
  -- minutes somebody gave this attempt when he opened it again
  extra integer not null default 0,
  -- who writes: the page by the name it gave itself, and how many writers there were
  writer text collate "C" not null,
  epoch integer not null default 1,
  seq bigint not null default 0,
  chain text collate "C" not null,
  saves integer not null default 0,
  saved_at timestamptz,
  heard_at timestamptz not null,
  position integer not null default 1,
  answered integer not null default 0,
  focus_lost integer not null default 0,
  address text collate "C" not null,
  addresses jsonb not null default '[]',
  agent text not null,
  items integer not null,
  score double precision not null,
  points double precision,
  -- items somebody has to mark yet
  open integer not null default 0,
  unique (exam_id, user_id, n)
);
create index exam_attempt_open on exam_attempt (exam_id, deadline_at) where status in ('ongoing', 'pause');
create index exam_attempt_user on exam_attempt (user_id, exam_id);

create table exam_answer (
  attempt_id text collate "C" not null references exam_attempt on delete cascade,
  item text collate "C" not null,
  answer jsonb,
  marked boolean not null default false,
  epoch integer not null,
  seq bigint not null,
  at timestamptz not null,
  primary key (attempt_id, item)
);

-- Every save as it came: the trail of a sheet. `chain` is over the one before it.
create table exam_save (
  attempt_id text collate "C" not null references exam_attempt on delete cascade,
  epoch integer not null,
  seq bigint not null,
  n integer not null,
  at timestamptz not null,
  answers jsonb not null,
  chain text collate "C" not null,
  primary key (attempt_id, epoch, seq)
);

-- What happened: sightings of the page, deeds of invigilators, messages.
create table exam_event (
  id text collate "C" primary key,
  exam_id text collate "C" not null,
  -- null: of all
  user_id text collate "C",
  attempt_id text collate "C",
  kind text collate "C" not null,
  at timestamptz not null,
  by text collate "C",
  params jsonb not null default '{}'
);
create index exam_event_of on exam_event (exam_id, user_id, at);

-- Points of an item by one judge: round 0 is the key, 1 and 2 the markers, 3 the one who settles, 4 the answer to an objection.
create table exam_mark (
  attempt_id text collate "C" not null references exam_attempt on delete cascade,
  item text collate "C" not null,
  round integer not null,
  points double precision not null,
  rule text collate "C" not null,
  -- of the question by whose key it was judged
  version integer not null,
  marker text collate "C",
  comment text not null default '',
  at timestamptz not null,
  primary key (attempt_id, item, round)
);

create table exam_objection (
  attempt_id text collate "C" not null references exam_attempt on delete cascade,
  item text collate "C" not null,
  text text not null,
  at timestamptz not null,
  reply text,
  replied_by text collate "C",
  replied_at timestamptz,
  primary key (attempt_id, item)
);
