-- Says on the channel `people` whose row changed; the triggers are made at start, with the tables they watch.
create or replace function people_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('people', coalesce(case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end ->> tg_argv[0], ''));
  return null;
end $$;
