-- Files beside questions. One that nothing names is let go after a day.
create table attachment (
  id text collate "C" primary key,
  owner text collate "C" not null,
  name text not null,
  size bigint not null,
  sha256 text not null default '',
  state text not null default 'waiting',
  created_at timestamptz not null
);
create index attachment_owner on attachment (owner);

-- What names a file: a question in any of its versions. `secret` is for those who keep the question and not for those who solve it.
create table attachment_use (
  attachment_id text collate "C" not null references attachment on delete cascade,
  holder text collate "C" not null,
  holder_id text collate "C" not null,
  secret boolean not null,
  primary key (attachment_id, holder, holder_id)
);
create index attachment_use_holder on attachment_use (holder, holder_id);
