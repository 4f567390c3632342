-- Whether the sets that an import makes are open for practice from the beginning.
alter table import_package add column practice boolean not null default false;
