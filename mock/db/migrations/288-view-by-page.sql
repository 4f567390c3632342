-- Looking as a role is of one page and travels with its calls (`contract/session/view.ts`): the start makes the trigger again, without it.
drop trigger if exists people_changed on session;
alter table session drop column view_role;
