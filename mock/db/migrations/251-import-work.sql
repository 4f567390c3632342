-- An apply or an undo of many rows goes in steps: who asked for it, what is done, and where the next step begins.
alter table import_package add column work jsonb;
