-- Where servers that keep machines are reached by the others of the database.
create table machine_host (
  host text collate "C" primary key,
  address text not null,
  seen_at timestamptz not null
);
