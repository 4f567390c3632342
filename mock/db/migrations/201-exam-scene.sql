-- Scenes that candidates started for a question of their sheet, the newest of an item last.
create table exam_scene (
  attempt_id text collate "C" not null references exam_attempt on delete cascade,
  item text collate "C" not null,
  scene_id text collate "C" not null,
  at timestamptz not null,
  primary key (attempt_id, item, scene_id)
);
