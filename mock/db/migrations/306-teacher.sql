-- The timetable of a class says which machines its hours have; an hour somebody chose them for keeps its own.
alter table class_hour add column plan_chosen boolean not null default false;
update class_hour set plan_chosen = true where scene_plan <> 'none';
update class_timetable set plan = plan || '{"scene_plan": "none"}' where plan is not null;
