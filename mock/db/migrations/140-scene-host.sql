-- On whose computer the machines of a scene are, for drivers that only the server beside them reaches; empty: any server does.
alter table scene add column host text collate "C" not null default '';
