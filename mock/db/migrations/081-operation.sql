-- What is measured, the alarms' rules as they stand, and services that are simulated.

create table measure (
  name text collate "C" not null,
  subject text collate "C" not null,
  -- begin of ten minutes
  at timestamptz not null,
  value double precision not null,
  primary key (name, subject, at)
);

create table alarm_state (
  rule text collate "C" not null,
  subject text collate "C" not null,
  status text not null,
  value double precision not null,
  threshold double precision not null,
  -- looks in a row that contradict the status: one alone changes nothing
  against integer not null default 0,
  since timestamptz not null,
  measured_at timestamptz not null,
  alarm_id text collate "C",
  primary key (rule, subject)
);

create table world_service (
  name text collate "C" primary key,
  started_at timestamptz not null,
  restarts integer not null default 0,
  -- of a restart: when it was asked for, when it is over, and whether it fails
  restart_at timestamptz,
  ready_at timestamptz,
  fails boolean not null default false,
  asked_by text collate "C"
);
