-- What an undo made of a written row: `done`, or the reason why it stayed. What stayed because it was in use can be undone later.
alter table import_row add column undone text collate "C";
update import_row r set undone = coalesce(
  (select x->>'rule' from jsonb_array_elements(r.reasons) x
   where x->>'rule' in ('in_use', 'changed_since', 'removed_since') limit 1), 'done')
from import_package p
where p.id = r.package_id and p.state = 'undone' and r.choice = 'take' and r.verdict in ('new', 'changed');
create index import_row_stayed on import_row (package_id, n) where undone in ('in_use', 'changed_since', 'removed_since');
