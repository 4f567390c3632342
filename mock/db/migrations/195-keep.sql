-- What learners keep of questions, what they say about them, and what they paid for.

create table question_collected (
  user_id text collate "C" not null,
  question_id text collate "C" not null,
  bank text collate "C" not null,
  -- empty: in no folder
  folder text not null,
  at timestamptz not null,
  primary key (user_id, question_id)
);

-- A note outlives its question: then the title tells what it was about.
create table question_note (
  user_id text collate "C" not null,
  question_id text collate "C" not null,
  bank text collate "C" not null,
  title text not null,
  text text not null,
  find text not null,
  version integer not null,
  at timestamptz not null,
  primary key (user_id, question_id)
);

create table question_report (
  id text collate "C" primary key,
  bank text collate "C" not null,
  question_id text collate "C" not null,
  version integer not null,
  user_id text collate "C" not null,
  kind text collate "C" not null,
  text text not null,
  state text collate "C" not null default 'open',
  at timestamptz not null,
  reply text not null default '',
  replied_by text collate "C",
  replied_at timestamptz
);
create index question_report_of on question_report (bank, state, at);
create index question_report_question on question_report (question_id, user_id);

-- A hint is known by its text, wherever it stands among the others later.
create table question_hint (
  user_id text collate "C" not null,
  question_id text collate "C" not null,
  digest text collate "C" not null,
  cost double precision not null,
  at timestamptz not null,
  primary key (user_id, question_id, digest)
);

-- Attempts at flags as the limit counts them, whatever became of their challenge. One that is being judged counts as wrong.
create table flag_attempt (
  id text collate "C" primary key,
  user_id text collate "C" not null,
  at timestamptz not null
);
create index flag_attempt_recent on flag_attempt (user_id, at);

create table flag_solve (
  question_id text collate "C" not null,
  user_id text collate "C" not null,
  -- the how-manieth it was
  place integer not null,
  points double precision not null,
  at timestamptz not null,
  primary key (question_id, user_id),
  unique (question_id, place)
);
create index flag_solve_user on flag_solve (user_id, at);

-- Somebody handed in the flag that was made for somebody else.
create table flag_shared (
  id text collate "C" primary key,
  question_id text collate "C" not null,
  user_id text collate "C" not null,
  owner_id text collate "C" not null,
  at timestamptz not null
);
create index flag_shared_of on flag_shared (question_id, at);

-- The scene a learner has of a challenge.
create table flag_scene (
  user_id text collate "C" not null,
  question_id text collate "C" not null,
  scene_id text collate "C" not null,
  primary key (user_id, question_id)
);
