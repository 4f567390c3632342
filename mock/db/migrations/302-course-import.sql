-- Where courses and lessons came from: what their file said and what was written of it, so that the next import tells what the file changed
-- from what somebody changed here. The line of the course itself has no lesson.
create table course_import (
  course_id text collate "C" not null,
  lesson_id text collate "C" not null default '',
  -- of the course: what its file calls it
  source text collate "C" not null default '',
  -- digests
  given text not null default '',
  written text not null default '',
  primary key (course_id, lesson_id)
);
create index course_import_source on course_import (source) where lesson_id = '';
alter table import_package add column direction_id text collate "C";
