-- What things were called in the trail, once each however many rows say it: a search by name looks here and never through the rows.
create table audit_name (
  entity_id text collate "C" not null,
  -- folded as searches are, the names of a row apart by U+001F
  find text collate "C" not null,
  primary key (entity_id, find)
);

create function audit_said(details jsonb) returns text language sql immutable as $$
  select lower(normalize(concat_ws(chr(31),
    details->>'label', details->>'file',
    details->'after'->>'name', details->'after'->>'title', details->'after'->>'username',
    details->'before'->>'name', details->'before'->>'title', details->'before'->>'username'), NFKC))
$$;

create function audit_names() returns trigger language plpgsql as $$
begin
  insert into audit_name (entity_id, find)
    select distinct entity_id, audit_said(details) from added
    where entity_id <> '' and details is not null and audit_said(details) <> '' order by 1, 2
    on conflict do nothing;
  return null;
end
$$;
create trigger audit_name_it after insert on audit referencing new table as added
  for each statement execute function audit_names();

insert into audit_name (entity_id, find)
  select distinct entity_id, audit_said(details) from audit where entity_id <> '' and details is not null and audit_said(details) <> '';
