-- Rows of a plan by their key alone: a table that grows by the batch has no statistics yet, and with the package first the planner reads all
-- of its rows for each batch.
drop index import_row_key;
drop index import_row_also;
drop index import_row_target;
create index import_row_key on import_row (key);
create index import_row_also on import_row (also);
create index import_row_target on import_row (target_id);
