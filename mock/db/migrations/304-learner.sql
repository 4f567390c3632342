-- How long somebody learnt, by the quarter of an hour: in any time zone a day begins with one.
create table learning_time (
  user_id text collate "C" not null,
  quarter timestamptz not null,
  -- lesson, homework, lab, practice
  kind text collate "C" not null,
  seconds double precision not null,
  primary key (user_id, quarter, kind)
);
-- When they were last heard of while they learnt.
create table learning_clock (
  user_id text collate "C" primary key,
  at timestamptz not null
);

-- What learners want of themselves, and what they want to be reminded of; whoever has no row never said.
create table learner_choice (
  user_id text collate "C" primary key,
  aim_shown boolean not null default true,
  aim_minutes integer,
  remind_day boolean not null default true,
  remind_hour boolean not null default true
);
-- What was reminded of already: a thing that moves is reminded of again.
create table schedule_reminded (
  kind text collate "C" not null,
  id text collate "C" not null,
  at timestamptz not null,
  ahead text collate "C" not null,
  primary key (kind, id, at, ahead)
);
create index schedule_reminded_over on schedule_reminded (at);

-- Who finds a course that they may not take, and asks for it.
create table course_request (
  id text collate "C" primary key,
  course_id text collate "C" not null,
  user_id text collate "C" not null,
  text text not null,
  at timestamptz not null,
  -- waiting, approved, refused, withdrawn
  state text collate "C" not null,
  answered_at timestamptz,
  answered_by text collate "C",
  reason text not null default ''
);
create unique index course_request_one on course_request (course_id, user_id) where state = 'waiting';
create index course_request_in on course_request (course_id, state, at);
create index course_request_of on course_request (user_id, course_id, at desc);
