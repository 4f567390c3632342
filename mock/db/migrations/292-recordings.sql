-- Recordings of everybody's consoles are a right of their own. Whoever oversaw scenes had it with that, and keeps it where it can be seen.
do $$ begin
  if to_regclass('r_role') is not null then
    update r_role set version = version + 1,
      data = jsonb_set(data, '{permissions}', (data->'permissions') || '["scene-recording-admin"]')
    where data->'permissions' ?| array['standard-devices', 'instance-monitoring', 'instance-manage']
      and not data->'permissions' ? 'scene-recording-admin';
    -- the keys of its rows are made again
    comment on table r_role is null;
  end if;
end $$;
