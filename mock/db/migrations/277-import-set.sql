-- The set that all questions of an import go into, whatever their files call it; of none where the files say.
alter table import_package add column set_id text collate "C";
alter table import_package add column set_name text;
