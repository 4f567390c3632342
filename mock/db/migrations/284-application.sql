-- Where applications for accounts came from; without a user where the name was taken, which nobody is told.
create table application (
  user_id text collate "C",
  place text not null,
  at timestamptz not null
);
create index application_place on application (place, at);
create index application_user on application (user_id);
