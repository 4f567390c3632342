-- where the process that holds a console is reached by the others of the same database
alter table scene_console add column address text not null default '';
