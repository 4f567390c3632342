-- Where a wrong password came from: a network, or a device that signed in to the account before.
alter table attempt add column place text collate "C" not null default '';

-- Devices that have signed in to an account. The token of one opens nothing: it only keeps other people's wrong passwords from counting
-- against its holder.
create table known_device (
  -- sha256 of the token in hex: who reads the table cannot use it
  token_hash text collate "C" primary key,
  user_id text collate "C" not null,
  created_at timestamptz not null,
  used_at timestamptz not null
);
create index known_device_by_user on known_device (user_id, used_at);
