-- What was refused, by action: few rows, which lie thinly among those that were done.
create index audit_refused_by_action on audit (action, at, seq) where result = 'refused';
