-- Requests for a licence. The secret never leaves but inside a confirmation code, after a licence answered the request.
create table licence_request (
  request text collate "C" primary key,
  secret text not null,
  edition text collate "C" not null,
  -- asked while the clock stood behind the latest time seen: the answer says what time it is
  set_back boolean not null,
  made_at timestamptz not null,
  made_by text collate "C" not null,
  used_at timestamptz
);

-- Every licence that was activated here, as it was signed; the newest sequence is the active one.
create table licence_activation (
  sequence integer primary key,
  text text not null,
  how text collate "C" not null check (how in ('file', 'code')),
  confirmation text,
  activated_at timestamptz not null,
  activated_by text collate "C" not null
);
