-- Packages count in the score of a course. Courses that are there keep their totals: in them a package weighs nothing until somebody says so.
update course_outline set weights = weights || '{"package": 0}'::jsonb where weights->'package' is null;

-- A package has a score once nothing of it was left out; what was kept of one half done, by its easiest part perhaps, is none.
update course_record r set share = null
where r.share is not null and r.done_at is null
  and exists (select 1 from package_record p where p.course_id = r.course_id and p.user_id = r.user_id and p.section_id = r.section_id)
  and not exists (
    select 1 from course_file f
    where f.attachment_id in (select p.file_id from package_record p where p.course_id = r.course_id and p.user_id = r.user_id and p.section_id = r.section_id)
      and not exists (
        select 1 from jsonb_array_elements(f.manifest->'items') i
        where i->>'kind' <> 'group' and not exists (
          select 1 from package_record p
          where p.course_id = r.course_id and p.user_id = r.user_id and p.section_id = r.section_id and p.file_id = f.attachment_id
            and p.item = i->>'id' and (p.score is not null or p.state not in ('none', 'begun')))));

-- What markers say in PDF that were handed in with a homework.
create table course_hand_in_note (
  hand_in_id text collate "C" not null references course_hand_in on delete cascade,
  file_id text collate "C" not null,
  version integer not null,
  notes jsonb not null,
  primary key (hand_in_id, file_id)
);
