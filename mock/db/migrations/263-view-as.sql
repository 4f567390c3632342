-- The role that a session looks as, when it is not its user's own.
alter table session add column view_role text collate "C";

-- What is known of callers is forgotten when this column changes too; the start makes the trigger again, with it.
drop trigger if exists people_changed on session;
