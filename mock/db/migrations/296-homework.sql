-- What somebody writes of a homework: it stays after a hand-in, and the next one begins with it.
create table course_homework (
  id text collate "C" primary key,
  course_id text collate "C" not null,
  user_id text collate "C" not null,
  section_id text collate "C" not null,
  -- the page that writes; each that takes over begins another epoch
  writer text collate "C" not null default '',
  epoch integer not null default 1,
  -- by item: the answer, and whether its writer wants to come back to it
  answers jsonb not null default '{}',
  saves integer not null default 0,
  updated_at timestamptz not null,
  unique (course_id, user_id, section_id)
);
create index course_homework_of on course_homework (user_id);

-- Each time it was handed in. The answers stay as they are; what comes of them changes.
create table course_hand_in (
  id text collate "C" primary key,
  course_id text collate "C" not null,
  user_id text collate "C" not null,
  section_id text collate "C" not null,
  -- which of theirs it is, from 1
  n integer not null,
  revision integer not null,
  at timestamptz not null,
  late_days integer not null,
  late_permille integer not null,
  answers jsonb not null,
  -- shares of the points by item; null where a person judges
  judged jsonb not null,
  -- what persons gave, by item
  marks jsonb not null default '{}',
  state text collate "C" not null,
  version integer not null default 1,
  -- returned: to be done again until then
  until timestamptz,
  -- answers that wait for a person
  open integer not null,
  -- of what is judged, before and after the deduction
  raw double precision not null,
  points double precision not null,
  score double precision not null,
  saves integer not null,
  unique (course_id, section_id, user_id, n)
);
create index course_hand_in_of on course_hand_in (user_id, course_id);
create index course_hand_in_in on course_hand_in (course_id, section_id, state);

-- What markers did, in their order: points, giving back, opening again.
create table course_mark (
  id text collate "C" primary key,
  hand_in_id text collate "C" not null,
  what text collate "C" not null,
  item text collate "C",
  points double precision,
  text text not null default '',
  by text collate "C" not null,
  at timestamptz not null
);
create index course_mark_of on course_mark (hand_in_id, at);
create index course_mark_by on course_mark (by);

-- Sets to practise beside a course, in their order.
create table course_practice_set (
  course_id text collate "C" not null,
  bank text collate "C" not null,
  set_id text collate "C" not null,
  place integer not null,
  primary key (course_id, bank, set_id)
);

-- What the kinds of parts weigh in the score; empty: as usual.
alter table course_outline add column weights jsonb not null default '{}';
alter table course_outline add column weights_version integer not null default 1;

-- Figures of questions are asked of all tries of a course.
create index course_try_in on course_try (course_id, section_id);
