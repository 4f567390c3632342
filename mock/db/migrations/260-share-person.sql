-- Whom the owner of a row has shared it with by name, and how far. Owner and sharing of the row itself stand in its own table.
create table share_person (
  resource text not null,
  entity_id text collate "C" not null,
  user_id text collate "C" not null,
  level text not null,
  primary key (resource, entity_id, user_id)
);
create index share_person_user on share_person (user_id, resource);
