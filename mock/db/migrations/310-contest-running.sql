-- What its staff do to a contest while it goes on and afterwards.
alter table contest_run
  -- [{ minutes, freeze, at, by, reason }]; freeze: it had not begun and moved too
  add column extensions jsonb not null default '[]',
  -- somebody froze the board then, whatever the plan says
  add column frozen_at timestamptz,
  -- since when its result is no longer provisional
  add column final_at timestamptz;
-- when it ends follows from its extensions now: the server makes the trigger anew
drop trigger if exists table_changed on contest_run;

alter table contest_submission
  -- it counts no more
  add column void_at timestamptz,
  -- of a right one, sealed: it is the flag
  add column sealed text;

-- What was decided, by whom and why: the rows of the ledger that follow from it name it as their evidence.
create table contest_ruling (
  id text collate "C" primary key,
  contest_id text collate "C" not null,
  run_id text collate "C" not null,
  -- adjust, void, restore, ban, unban, rejudge, rules, extend, finalise, reopen
  kind text collate "C" not null,
  participant_id text collate "C",
  item_id text collate "C",
  submission_id text collate "C",
  at timestamptz not null,
  -- the instant of its rows in the ledger: who is told nothing since then is not told of it either
  counts_at timestamptz not null,
  -- ten-thousandths of a point
  amount bigint,
  reason text not null,
  by text collate "C" not null,
  details jsonb not null default '{}'
);
create index contest_ruling_in on contest_ruling (run_id, at desc, id desc);

create table contest_notice (
  id text collate "C" primary key,
  contest_id text collate "C" not null,
  text text not null,
  pinned boolean not null default false,
  -- for whom: neither of them means everybody
  division_id text collate "C",
  participant_id text collate "C",
  at timestamptz not null,
  by text collate "C" not null
);
create index contest_notice_in on contest_notice (contest_id, at desc);

create table contest_question (
  id text collate "C" primary key,
  contest_id text collate "C" not null,
  participant_id text collate "C" not null,
  -- general, rules, challenge, technical
  category text collate "C" not null,
  item_id text collate "C",
  text text not null,
  at timestamptz not null,
  by text collate "C" not null,
  claimed_by text collate "C",
  answered_at timestamptz
);
create index contest_question_in on contest_question (contest_id, at desc);

create table contest_answer (
  id text collate "C" primary key,
  contest_id text collate "C" not null,
  asked_id text collate "C" not null references contest_question on delete cascade,
  text text not null,
  -- one, all
  told text collate "C" not null,
  at timestamptz not null,
  by text collate "C" not null
);
create index contest_answer_to on contest_answer (asked_id);

-- What entries write about how they solved it; the newest of each counts.
create table contest_write_up (
  id text collate "C" primary key,
  contest_id text collate "C" not null,
  run_id text collate "C" not null,
  participant_id text collate "C" not null,
  version integer not null,
  -- Markdown; empty where it is a file
  text text not null,
  -- of attachments, a PDF
  file_id text collate "C",
  file_name text not null default '',
  file_size bigint not null default 0,
  at timestamptz not null,
  by text collate "C" not null,
  points integer,
  review text not null default '',
  reviewed_at timestamptz,
  reviewed_by text collate "C",
  unique (run_id, participant_id, version)
);
create index contest_write_up_in on contest_write_up (contest_id, participant_id);

-- What looks like entries helped each other: what was seen, what they say to it, and what was decided.
create table contest_case (
  id text collate "C" primary key,
  contest_id text collate "C" not null,
  run_id text collate "C" not null,
  -- shared-flag, same-address, too-fast, alike, equal-write-up
  detector text collate "C" not null,
  -- what it is the same case by
  key text collate "C" not null,
  participants jsonb not null,
  items jsonb not null,
  -- low, medium, high
  confidence text collate "C" not null,
  facts jsonb not null,
  found_at timestamptz not null,
  question text not null default '',
  asked_at timestamptz,
  -- { participant: { text, at } }
  replies jsonb not null default '{}',
  -- dismiss, warn, drop, ban
  decision text collate "C",
  reason text not null default '',
  decided_at timestamptz,
  decided_by text collate "C",
  unique (run_id, detector, key)
);
create index contest_case_in on contest_case (contest_id, found_at desc);
