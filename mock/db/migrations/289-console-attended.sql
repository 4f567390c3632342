-- seen_at is the sign of life of the process that holds a console; this is when somebody was last at it
alter table scene_console add column attended_at timestamptz;
update scene_console set attended_at = opened_at;
alter table scene_console alter column attended_at set not null;
