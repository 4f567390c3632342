-- Drawings of labs as their scenes get them: frozen with the revision of the section.
create table course_drawing (
  course_id text collate "C" not null,
  section_id text collate "C" not null,
  revision integer not null,
  topology_id text collate "C" not null,
  topology_version integer not null,
  name text collate "C" not null,
  document jsonb not null,
  primary key (course_id, section_id, revision)
);

-- Scenes of labs, those that are over too.
create table course_scene (
  scene_id text collate "C" primary key,
  course_id text collate "C" not null,
  lesson_id text collate "C" not null,
  section_id text collate "C" not null,
  revision integer not null,
  user_id text collate "C" not null,
  at timestamptz not null
);
create index course_scene_of on course_scene (user_id, course_id, section_id, at desc);
create index course_scene_lab on course_scene (course_id, section_id);

-- What somebody has passed of a lab. Passed stays passed, whatever scene or edition comes.
create table course_step (
  course_id text collate "C" not null,
  user_id text collate "C" not null,
  section_id text collate "C" not null,
  step_id text collate "C" not null,
  passed_at timestamptz,
  tries integer not null default 0,
  -- hints taken, from the first, and what they cost
  hints integer not null default 0,
  spent integer not null default 0,
  updated_at timestamptz not null,
  primary key (course_id, user_id, section_id, step_id)
);

create table course_report (
  id text collate "C" primary key,
  course_id text collate "C" not null,
  lesson_id text collate "C" not null,
  section_id text collate "C" not null,
  user_id text collate "C" not null,
  status text collate "C" not null,
  version integer not null default 1,
  text text not null,
  -- the revision of the lab it was handed in to, and the rubric it was marked by
  revision integer not null,
  rubric jsonb,
  marks jsonb not null default '{}',
  comment text not null default '',
  points double precision,
  score double precision,
  share double precision,
  marked_at timestamptz,
  marked_by text collate "C",
  submitted_at timestamptz,
  updated_at timestamptz not null,
  unique (course_id, section_id, user_id)
);
create index course_report_waiting on course_report (course_id, status, submitted_at);

create table course_report_event (
  id text collate "C" primary key,
  report_id text collate "C" not null,
  event text collate "C" not null,
  at timestamptz not null,
  by_id text collate "C" not null,
  by_name text not null,
  comment text not null default ''
);
create index course_report_event_of on course_report_event (report_id, at);

-- Recordings and pictures that go with reports: clearing leaves them alone.
create table course_evidence (
  report_id text collate "C" not null,
  n integer not null,
  recording_id text collate "C" not null,
  primary key (report_id, n),
  unique (report_id, recording_id)
);
create index course_evidence_recording on course_evidence (recording_id);

-- Remarks that somebody keeps for marking.
create table course_remark (
  user_id text collate "C" primary key,
  items jsonb not null
);
