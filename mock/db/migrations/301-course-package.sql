-- Packages of lessons: what a manifest says stands beside the file, and what a refusal is about.
alter table course_file add column manifest jsonb;
alter table course_file add column detail text;

-- What lets a browser load one package for one person, on an origin of its own: the hash of a ticket, never the ticket.
create table package_launch (
  hash text collate "C" primary key,
  session_hash text collate "C" not null,
  user_id text collate "C" not null,
  course_id text collate "C" not null,
  section_id text collate "C" not null,
  file_id text collate "C" not null,
  revision integer not null,
  preview boolean not null,
  -- the page that may frame it, and what both know each other by
  origin text not null,
  nonce text not null,
  -- the latest of a section goes on
  launch bigint not null,
  -- pages that were opened with it
  run integer not null default 0,
  expires_at timestamptz not null
);
create index package_launch_over on package_launch (expires_at);
create index package_launch_of on package_launch (user_id, course_id, section_id);

-- What an item of a package has reported of its learner.
create table package_record (
  course_id text collate "C" not null,
  user_id text collate "C" not null,
  section_id text collate "C" not null,
  file_id text collate "C" not null,
  item text collate "C" not null,
  -- which page said it last, and as what number
  launch bigint not null,
  run integer not null,
  seq integer not null,
  state text collate "C" not null,
  score double precision,
  -- of the sessions before, and of the one that goes on
  before_seconds double precision not null default 0,
  seconds double precision not null default 0,
  ended boolean not null,
  cmi jsonb not null,
  updated_at timestamptz not null,
  primary key (course_id, user_id, section_id, file_id, item)
);
