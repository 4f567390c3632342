-- Facts of the services on its nodes by id, for drivers.
alter table scene add column services jsonb not null default '{}';
alter table sim_scene add column services jsonb not null default '{}';
