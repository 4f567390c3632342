-- Captions of videos that somebody reads: a language, empty for none, null where they never said.
alter table learner_choice add column captions text collate "C";

-- Flags of a topology that are without a value, beside what a list shows of its drawing.
do $$ begin
  if to_regclass('r_topology') is not null then
    update r_topology t set data = jsonb_set(data, '{outline,open_flags}', to_jsonb((
      select count(*) from topology_drawing d, jsonb_path_query(d.document::jsonb, '$.nodes[*].flags[*] ? (@.value == "")')
      where d.topology_id = t.id)))
    where data ? 'outline';
  end if;
end $$;
