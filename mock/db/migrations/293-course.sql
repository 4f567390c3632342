-- Outlines: the one that is written and the one that learners see. The course itself is the row of a resource.
create table course_outline (
  course_id text collate "C" primary key,
  version integer not null default 1,
  draft jsonb not null default '{"chapters":[]}',
  published jsonb,
  published_at timestamptz,
  -- of the draft, for lists: its lessons and class hours, sections that say nothing, and whether it differs from what is shown
  lessons integer not null default 0,
  theory double precision not null default 0,
  experiment double precision not null default 0,
  empty integer not null default 0,
  changed boolean not null default false,
  -- found in the catalogue from and until
  visible_from timestamptz,
  visible_to timestamptz,
  visible_version integer not null default 1,
  visible_all boolean not null default false,
  updated_at timestamptz not null
);

-- What sections say. A revision that learners see stays as it is; the next change makes another.
create table course_content (
  course_id text collate "C" not null,
  section_id text collate "C" not null,
  revision integer not null,
  version integer not null default 1,
  content jsonb not null,
  -- it says something
  written boolean not null,
  updated_at timestamptz not null,
  updated_by text collate "C" not null,
  primary key (course_id, section_id, revision)
);

-- Questions that any revision of a section asks: they are not removed.
create table course_question (
  course_id text collate "C" not null,
  question_id text collate "C" not null,
  primary key (course_id, question_id)
);
create index course_question_used on course_question (question_id);

create table course_member (
  course_id text collate "C" not null,
  user_id text collate "C" not null,
  state text collate "C" not null,
  way text collate "C" not null,
  since timestamptz not null,
  completed_at timestamptz,
  last_at timestamptz,
  -- the section they were in last
  at_section text collate "C",
  primary key (course_id, user_id)
);
create index course_member_of on course_member (user_id, last_at desc);

-- What somebody has done of a section. Done stays done, whatever edition comes.
create table course_record (
  course_id text collate "C" not null,
  user_id text collate "C" not null,
  section_id text collate "C" not null,
  place double precision not null default 0,
  done_at timestamptz,
  -- by which rule and revision
  rule text collate "C",
  revision integer,
  share double precision,
  tries integer not null default 0,
  draft jsonb not null default '{}',
  updated_at timestamptz not null,
  primary key (course_id, user_id, section_id)
);

create table course_try (
  id text collate "C" primary key,
  course_id text collate "C" not null,
  user_id text collate "C" not null,
  section_id text collate "C" not null,
  revision integer not null,
  at timestamptz not null,
  answers jsonb not null,
  judged jsonb not null,
  points double precision,
  score double precision not null
);
create index course_try_of on course_try (user_id, course_id, section_id, at);
