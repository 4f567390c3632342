-- Machines of class hours: each learner's own, one for each group, or one for all.
alter table class_hour add column scene_plan text collate "C" not null default 'none';
-- the lab of its lesson that they are for; null: the first one
alter table class_hour add column lab_id text collate "C";
-- groups are kept from hour to hour
alter table class_member add column group_no integer;

-- Scenes a class hour asks for, one for each target: u:<learner>, g:<number of the group>, all.
create table class_scene (
  hour_id text collate "C" not null,
  target text collate "C" not null,
  -- null while it is still to be made
  scene_id text collate "C",
  -- code of why it was not made
  problem text collate "C",
  asked_by text collate "C" not null,
  asked_at timestamptz not null,
  primary key (hour_id, target)
);
create index class_scene_of on class_scene (scene_id);

-- A scene of a group is a lab of each who is in it; its flags are the group's.
alter table course_scene drop constraint course_scene_pkey;
alter table course_scene add primary key (scene_id, user_id);
alter table course_scene add column flag_owner text collate "C";

-- { at, by, hour_id }: whoever works in it only looks on
alter table scene add column frozen jsonb;
-- whose turn it is in the queue, and which class it is for
alter table scene add column queue_turn bigint not null default 0;
alter table scene add column queue_flow text collate "C" not null default '';
alter table scene_gate add column turn bigint not null default 0;
drop index scene_by_queue;
create index scene_by_queue on scene (queue_turn, queue_seq) where status = 'in-queue';

-- { id, state, by_id, by_name, reason, at, hour_id }: a teacher asks for the keys of a console, or has them
alter table scene_console add column takeover jsonb;
-- the class hour in which somebody looks on
alter table scene_ticket add column hour_id text collate "C";

-- who of the teachers goes to help
alter table class_help add column taken_by text collate "C";
