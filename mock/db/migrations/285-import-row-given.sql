-- What a refused row said, so that somebody can correct it in the plan; of none where a correction would not be enough.
alter table import_row add column given jsonb;
