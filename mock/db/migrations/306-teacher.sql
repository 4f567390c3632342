-- The timetable of a class says which machines its hours have; an hour somebody chose them for keeps its own.
alter table class_hour add column plan_chosen boolean not null default false;
update class_hour set plan_chosen = true where scene_plan <> 'none';
update class_timetable set plan = plan || '{"scene_plan": "none"}' where plan is not null;

-- PDF that goes with a report, as often as another one takes its place; of those that were handed in none is lost.
create table course_document (
  report_id text collate "C" not null,
  file_id text collate "C" not null,
  name text not null,
  size bigint not null,
  added_at timestamptz not null,
  -- first
  handed_at timestamptz,
  -- another has taken its place, or it was taken out
  dropped_at timestamptz,
  -- of the notes
  version integer not null default 0,
  -- what markers say of it, and as much of that as its author knows
  notes jsonb not null default '[]',
  told jsonb not null default '[]',
  told_at timestamptz,
  primary key (report_id, file_id)
);
create unique index course_document_now on course_document (report_id) where dropped_at is null;
create index course_document_file on course_document (file_id);
