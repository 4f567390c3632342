-- Who is in a class. Its audience says who is meant; here stands who is, and since when.
create table class_member (
  class_id text collate "C" not null,
  user_id text collate "C" not null,
  since timestamptz not null,
  left_at timestamptz,
  -- when they heard of it
  told_at timestamptz,
  primary key (class_id, user_id)
);
create index class_member_of on class_member (user_id) where left_at is null;

create table class_timetable (
  class_id text collate "C" primary key,
  version integer not null default 0,
  plan jsonb,
  updated_at timestamptz not null
);

create table class_hour (
  id text collate "C" primary key,
  class_id text collate "C" not null,
  version integer not null default 1,
  -- of its slot and day; null where it was added by itself
  slot text collate "C",
  -- by hand
  changed boolean not null default false,
  lesson_chosen boolean not null default false,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  -- empty: that of the class
  room text collate "C" not null default '',
  teacher_id text collate "C",
  course_id text collate "C",
  lesson_id text collate "C",
  began_at timestamptz,
  paused_at timestamptz,
  ended_at timestamptz,
  cancelled_at timestamptz,
  reason text not null default '',
  -- the section that everybody is asked to come to
  gather jsonb,
  updated_at timestamptz not null,
  unique (class_id, slot)
);
create index class_hour_of on class_hour (class_id, starts_at);
create index class_hour_at on class_hour (starts_at);
create index class_hour_lesson on class_hour (course_id, lesson_id);
create index class_hour_teacher on class_hour (teacher_id, starts_at);

create table class_attendance (
  hour_id text collate "C" not null,
  user_id text collate "C" not null,
  state text collate "C" not null,
  way text collate "C" not null,
  at timestamptz not null,
  by text collate "C" not null,
  reason text not null default '',
  primary key (hour_id, user_id)
);
create index class_attendance_of on class_attendance (user_id);

-- What was said of it, one after the other.
create table class_attendance_event (
  id text collate "C" primary key,
  hour_id text collate "C" not null,
  user_id text collate "C" not null,
  state text collate "C" not null,
  way text collate "C" not null,
  at timestamptz not null,
  by text collate "C" not null,
  reason text not null default ''
);
create index class_attendance_event_of on class_attendance_event (hour_id, user_id, at);

-- Wrong codes of one person within one hour.
create table class_code_try (
  hour_id text collate "C" not null,
  user_id text collate "C" not null,
  wrong integer not null,
  last_at timestamptz not null,
  primary key (hour_id, user_id)
);

create table class_help (
  id text collate "C" primary key,
  hour_id text collate "C" not null,
  user_id text collate "C" not null,
  at timestamptz not null,
  section_id text collate "C",
  text text not null default '',
  answered_at timestamptz,
  answer text not null default '',
  answered_by text collate "C"
);
create unique index class_help_open on class_help (hour_id, user_id) where answered_at is null;
create index class_help_of on class_help (hour_id, at);

-- Addresses at which calendars fetch a schedule, by the digest of what they end with.
create table schedule_address (
  user_id text collate "C" primary key,
  digest text collate "C" not null unique,
  language text collate "C" not null,
  since timestamptz not null,
  fetched_at timestamptz
);
