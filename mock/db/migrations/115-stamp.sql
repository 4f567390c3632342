-- Pieces of drawings that people keep for themselves, to set down again. As text, so that the order of their parts stays.
create table stamp (
  id text collate "C" primary key,
  user_id text collate "C" not null,
  name text not null,
  document text not null,
  created_at timestamptz not null
);
create index stamp_by_user on stamp (user_id, id);
