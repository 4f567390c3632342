-- What a sheet is called to those who mark without names: of its own, so that no list of attempts tells whose it is.
alter table exam_attempt add column marking_id text collate "C" not null default gen_random_uuid()::text;
create unique index exam_attempt_marking on exam_attempt (marking_id);
