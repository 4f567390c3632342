-- Who opened which announcement, once each.
create table announcement_read (
  announcement_id text collate "C" not null,
  user_id text collate "C" not null,
  at timestamptz not null,
  primary key (announcement_id, user_id)
);
create index announcement_read_by_user on announcement_read (user_id);

-- What the platform tells a person: a kind and its figures, no words.
create table message (
  id text collate "C" primary key,
  user_id text collate "C" not null,
  kind text collate "C" not null,
  params jsonb not null default '{}',
  link jsonb,
  at timestamptz not null,
  read_at timestamptz
);
create index message_by_user on message (user_id, at desc, id desc);
create index message_unread on message (user_id) where read_at is null;
