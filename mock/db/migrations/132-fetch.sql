-- Files that the server fetches from an address: where from, and why that came to nothing (state `failed`).
alter table deposit add column source text not null default '';
alter table deposit add column failure text collate "C";
alter table deposit add column failure_details jsonb not null default '{}';
