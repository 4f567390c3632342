-- lines that were typed while a desktop was recorded: its film cannot be read
create table recording_typed (
  recording_id text collate "C" not null references recording on delete cascade,
  -- seconds from its beginning
  at double precision not null,
  text text not null
);
create index recording_typed_by_recording on recording_typed (recording_id, at);
