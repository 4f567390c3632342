-- What the engine needs of a contest of whatever kind: a resource of each kind writes it whenever it is edited. Whoever adds to its ledger
-- holds this row meanwhile.
create table contest (
  id text collate "C" primary key,
  -- flag, arena, attack-defense, operation, cfs
  kind text collate "C" not null,
  name text not null,
  -- individual, team
  mode text collate "C" not null,
  team_least integer not null,
  team_most integer not null,
  -- real, alias
  names text collate "C" not null,
  -- open, approval, code, closed
  registration text collate "C" not null,
  code text not null default '',
  register_until timestamptz,
  -- clock, go
  start_mode text collate "C" not null,
  starts_at timestamptz not null,
  freeze_at timestamptz,
  ends_at timestamptz not null,
  thaw_at timestamptz,
  -- public, participants, hidden
  board text collate "C" not null,
  -- { blood: … } and what other kinds count by; each change is another version
  scoring jsonb not null,
  scoring_version integer not null default 1,
  -- how much of what is started for it each entry may have at once, and for how long
  instances jsonb not null default '{}',
  -- allowed, declared, forbidden
  ai text collate "C" not null,
  run_id text collate "C" not null
);

-- Each time it is run. A rehearsal has a ledger of its own.
create table contest_run (
  id text collate "C" primary key,
  contest_id text collate "C" not null,
  n integer not null,
  -- rehearsal, real
  kind text collate "C" not null,
  started_at timestamptz,
  ended_at timestamptz,
  thawed_at timestamptz,
  paused_from timestamptz,
  -- [{ from, to }] in milliseconds
  pauses jsonb not null default '[]',
  -- of the last row of the ledger
  seq bigint not null default 0,
  unique (contest_id, n)
);

create table contest_staff (
  contest_id text collate "C" not null,
  user_id text collate "C" not null,
  -- organiser, referee, observer
  part text collate "C" not null,
  primary key (contest_id, user_id)
);
create index contest_staff_of on contest_staff (user_id);

create table contest_division (
  id text collate "C" primary key,
  contest_id text collate "C" not null,
  n integer not null,
  name text not null,
  -- join 1, rank overall 2, needs review 4, view 256, submit 512, score 1024, blood 2048, move values 4096
  bits integer not null,
  unique (contest_id, n)
);

-- An entry: of one person, or of a team with its roster.
create table contest_participant (
  id text collate "C" primary key,
  contest_id text collate "C" not null,
  -- the team it was made of
  team_id text collate "C",
  division_id text collate "C",
  -- as it stands on the board
  name text not null,
  -- registered, accepted, rejected, withdrawn, banned
  status text collate "C" not null,
  reason text not null default '',
  entered_at timestamptz not null,
  entered_by text collate "C" not null,
  decided_at timestamptz,
  decided_by text collate "C"
);
create index contest_participant_in on contest_participant (contest_id, status);
create unique index contest_participant_name on contest_participant (contest_id, lower(name))
  where status in ('registered', 'accepted', 'banned');

create table contest_member (
  contest_id text collate "C" not null,
  user_id text collate "C" not null,
  participant_id text collate "C" not null references contest_participant on delete cascade,
  captain boolean not null default false,
  -- one person, one entry
  primary key (contest_id, user_id)
);
create index contest_member_in on contest_member (participant_id);
create index contest_member_of on contest_member (user_id);

create table contest_item (
  id text collate "C" primary key,
  contest_id text collate "C" not null,
  n integer not null,
  -- challenge; of other kinds service, check, level, feed
  kind text collate "C" not null,
  question_id text collate "C",
  question_version integer,
  -- the question as it was then, its flag sealed: an edit in the bank changes no contest
  data jsonb not null,
  category text not null,
  curve jsonb not null,
  blood boolean not null,
  -- seconds of the contest's own clock after its start
  opens_after integer,
  closes_after integer,
  -- wrong answers of one entry; null: as many as they like
  attempts integer,
  -- ids of items that have to be solved before it opens
  requires jsonb not null default '[]',
  unique (contest_id, n)
);
create unique index contest_item_question on contest_item (contest_id, question_id);

create table contest_submission (
  id text collate "C" primary key,
  run_id text collate "C" not null,
  item_id text collate "C" not null,
  participant_id text collate "C" not null,
  user_id text collate "C" not null,
  -- when it arrived, which decides whatever the clock decides
  at timestamptz not null,
  -- right, wrong, partial, already, late, limited
  verdict text collate "C" not null,
  -- of what counts of its text; the text is for judges
  digest text collate "C" not null,
  text text not null,
  -- whose flag it is, if not their own
  made_for text collate "C",
  -- of the first row of the ledger that follows from it
  seq bigint
);
create index contest_submission_in on contest_submission (run_id, at desc, id desc);
create index contest_submission_of on contest_submission (run_id, participant_id, item_id, digest);

-- What scores are the sum of (src/contract/contest/ledger.ts).
create table contest_ledger (
  run_id text collate "C" not null,
  seq bigint not null,
  at timestamptz not null,
  -- points, price, hold, drop, out, back
  kind text collate "C" not null,
  participant_id text collate "C",
  item_id text collate "C",
  component text collate "C",
  -- ten-thousandths of a point
  amount bigint,
  bonus_permille integer,
  bonus_amount bigint,
  cost bigint,
  cause text collate "C" not null,
  -- what it follows from
  evidence text collate "C",
  rule_version integer not null,
  by text collate "C" not null,
  primary key (run_id, seq)
);
create index contest_ledger_item on contest_ledger (run_id, item_id, kind);

create function contest_ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = '42501';
end
$$;
create trigger contest_ledger_keep_rows before update or delete on contest_ledger
  for each row execute function contest_ledger_is_append_only();
create trigger contest_ledger_keep_table before truncate on contest_ledger
  for each statement execute function contest_ledger_is_append_only();
