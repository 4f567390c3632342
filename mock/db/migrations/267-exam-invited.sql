-- Who has been told that an exam is set for him, and for when: once each, and again when it is moved.
create table exam_invited (
  exam_id text collate "C" not null,
  user_id text collate "C" not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (exam_id, user_id)
);
