-- Who sees what is new by an import; of none where nobody chose.
alter table import_package add column audience jsonb;
