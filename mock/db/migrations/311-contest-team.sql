-- Teams that people join by a code.
create table contest_team (
  team_id text collate "C" primary key,
  code text collate "C" not null unique,
  -- user; null: made with an entry by its staff
  founded_by text collate "C",
  at timestamptz not null
);

-- What became of an entry.
create table contest_entry_event (
  participant_id text collate "C" not null references contest_participant on delete cascade,
  at timestamptz not null,
  -- register, import, accept, reject, withdraw, ban, unban, join, leave, captain, roster, division
  what text collate "C" not null,
  by text collate "C" not null,
  reason text not null default '',
  -- whom it was about, or what it became
  about text not null default ''
);
create index contest_entry_event_of on contest_entry_event (participant_id, at);

-- Seasons of an arena: each is a run of it, with a ledger of its own. What it came to stays once it is closed.
create table contest_season (
  run_id text collate "C" primary key,
  contest_id text collate "C" not null,
  n integer not null,
  name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- thousandths of the points of the season before that are brought along
  carry integer not null,
  carried_at timestamptz,
  closed_at timestamptz,
  -- [{ participant, name, rank, score, last }]
  standing jsonb,
  -- of the standing
  digest text collate "C",
  unique (contest_id, n)
);

create function contest_season_is_closed() returns trigger language plpgsql as $$
begin
  if old.closed_at is not null and old is distinct from new then
    raise exception 'a closed season is not changed' using errcode = '42501';
  end if;
  return new;
end
$$;
create trigger contest_season_keep before update on contest_season for each row execute function contest_season_is_closed();

-- Contests and exams whose places bring points in an arena.
create table contest_event (
  contest_id text collate "C" not null,
  -- flag-contest, exam
  kind text collate "C" not null,
  ref text collate "C" not null,
  weight integer not null,
  -- the season in which they were counted
  run_id text collate "C",
  counted_at timestamptz,
  primary key (contest_id, kind, ref)
);

-- Items of an arena open and retire by the calendar.
alter table contest_item add column opens_at timestamptz;
alter table contest_item add column retires_at timestamptz;
