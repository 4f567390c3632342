-- Pictures of people, teams and the platform. They are small, and here a backup has them and every server sees them.

create table picture (
  -- a name nobody guesses, with the end of its type
  id text collate "C" primary key,
  use text not null,
  type text not null,
  width integer not null,
  height integer not null,
  size integer not null,
  bytes bytea not null,
  created_by text collate "C" not null,
  -- the one field that shows it, `resource:id:field`; a picture nobody holds goes after a day
  holder text collate "C",
  touched_at timestamptz not null
);
create index picture_loose on picture (touched_at) where holder is null;
create index picture_owner on picture (created_by) where holder is null;
