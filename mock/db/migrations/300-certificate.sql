-- Certificates of courses. What one says is never changed: it is revoked, or replaced by another.
create table certificate (
  number text collate "C" primary key,
  user_id text collate "C" not null,
  course_id text collate "C" not null,
  -- all that is printed, as it was signed
  says jsonb not null,
  key text collate "C" not null,
  signature text collate "C" not null,
  issued_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  revoked_by text collate "C",
  reason text not null default '',
  replaced_at timestamptz
);
-- one at a time of a person and course; those that were revoked or replaced stay
create unique index certificate_one on certificate (course_id, user_id) where revoked_at is null and replaced_at is null;
create index certificate_of on certificate (user_id, issued_at desc, number);
create index certificate_about on certificate (course_id, issued_at desc, number);
