-- Who ended an exam for everybody, and who handed in for a candidate: his list and his receipt say so.
alter table exam_run add column ended_by text collate "C";
alter table exam_attempt add column handed_by_id text collate "C";
-- Who has been told of the results of an exam: by the clock once each, whatever is marked or planned again afterwards.
create table exam_told (
  exam_id text collate "C" not null,
  user_id text collate "C" not null,
  at timestamptz not null,
  primary key (exam_id, user_id)
);
