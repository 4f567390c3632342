-- What somebody did and how well, line by line. A line is never changed: what is judged anew is another one.
create table evidence (
  id text collate "C" primary key,
  user_id text collate "C" not null,
  at timestamptz not null,
  -- section, course, exam, flag
  kind text collate "C" not null,
  -- the course, the exam or the challenge, and of a course the section
  subject text collate "C" not null,
  part text collate "C",
  -- of a section: what kind it is
  part_kind text collate "C",
  -- as they were called then
  title text not null,
  part_title text not null default '',
  -- of the edition, the paper or the question
  version integer not null,
  -- 0 to 1
  result double precision not null,
  -- words of the skills it speaks for
  points jsonb not null default '[]',
  -- questions that were asked: while an exam asks one of them the result is not told
  asked jsonb not null default '[]',
  -- what results mean
  rule integer not null
);
create index evidence_of on evidence (user_id, at desc, id desc);
create index evidence_about on evidence (kind, subject, user_id);

create function evidence_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'evidence is append-only' using errcode = '42501';
end
$$;
create trigger evidence_keep_rows before update or delete on evidence
  for each row execute function evidence_is_append_only();
create trigger evidence_keep_table before truncate on evidence
  for each statement execute function evidence_is_append_only();
