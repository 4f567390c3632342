-- Files of lessons stand beside those of questions: their bytes, owners and quota are there, and what is theirs alone is here.
create table course_file (
  attachment_id text collate "C" primary key references attachment on delete cascade,
  use text collate "C" not null,
  -- what it is by what is inside
  type text collate "C",
  seconds double precision,
  -- why it was not taken
  fault text collate "C",
  line integer
);

-- What lets a browser's player load one file for one person: the hash of a ticket, never the ticket.
create table media_ticket (
  hash text collate "C" primary key,
  session_hash text collate "C" not null,
  user_id text collate "C" not null,
  course_id text collate "C" not null,
  section_id text collate "C" not null,
  file_id text collate "C" not null,
  preview boolean not null,
  expires_at timestamptz not null
);
create index media_ticket_over on media_ticket (expires_at);

-- What somebody has watched of a video of a section.
create table course_watched (
  course_id text collate "C" not null,
  user_id text collate "C" not null,
  section_id text collate "C" not null,
  file_id text collate "C" not null,
  -- merged, in seconds
  seen jsonb not null default '[]',
  place double precision not null default 0,
  -- seconds that may be believed still, as of heard_at
  credit double precision not null,
  heard_at timestamptz not null,
  -- of the video; and how many of its seconds end the section, null where none do
  length double precision not null,
  goal double precision,
  primary key (course_id, user_id, section_id, file_id)
);

-- Notes on lessons are their writers' own, and outlive what they are about.
create table lesson_note (
  id text collate "C" primary key,
  user_id text collate "C" not null,
  course_id text collate "C" not null,
  lesson_id text collate "C" not null,
  section_id text collate "C" not null,
  title text not null,
  place double precision,
  text text not null,
  version integer not null default 1,
  at timestamptz not null
);
create index lesson_note_of on lesson_note (user_id, course_id, lesson_id);
