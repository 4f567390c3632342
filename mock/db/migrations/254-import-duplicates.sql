-- A row that its package says twice is a duplicate, no refused one.
update import_row set verdict = 'duplicate' where verdict = 'refused' and reasons->0->>'rule' = 'duplicate_in_package';
with d as (select package_id, resource, count(*)::integer as n from import_row where verdict = 'duplicate' group by 1, 2)
update import_package p set
  counts = jsonb_build_object('duplicate', 0) || p.counts || coalesce((
    select jsonb_build_object('duplicate', sum(d.n), 'refused', (p.counts->>'refused')::integer - sum(d.n))
    from d where d.package_id = p.id having count(*) > 0), '{}'),
  resources = coalesce((
    select jsonb_agg(jsonb_set(r, '{counts}', jsonb_build_object('duplicate', coalesce(d.n, 0)) || (r->'counts') ||
      jsonb_build_object('refused', (r->'counts'->>'refused')::integer - coalesce(d.n, 0))) order by o)
    from jsonb_array_elements(p.resources) with ordinality e(r, o)
    left join d on d.package_id = p.id and d.resource = r->>'resource'), '[]');
alter table import_package alter column counts set default '{"new":0,"same":0,"changed":0,"duplicate":0,"refused":0}';
