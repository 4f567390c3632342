-- Pictures that a planned import brings along, until it is applied.

create table import_picture (
  package_id text collate "C" not null references import_package on delete cascade,
  id text collate "C" not null,
  type text not null,
  width integer not null,
  height integer not null,
  bytes bytea not null,
  primary key (package_id, id)
);
