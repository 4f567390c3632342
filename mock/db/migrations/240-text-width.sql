-- The measure of text of `src/contract/lib/text.ts`: a character above U+00FF counts 2, others 1. No text is wider than it has bytes,
-- so that most are known to fit before anything is counted.
create function text_width(t text) returns integer language sql immutable strict parallel safe
  as $$ select char_length(t) + char_length(regexp_replace(t, '[\u0001-\u00ff]', '', 'g')) $$;
create function text_fits(t text, most integer) returns boolean language sql immutable strict parallel safe
  as $$ select octet_length(t) <= most or text_width(t) <= most $$;

-- What stands before is left as it is; documents of resources get theirs with their tables.
alter table exam_answer add constraint answer_fits check (text_fits(answer->>'text', 2048)) not valid;
alter table practice_answer add constraint answer_fits check (text_fits(answer->>'text', 2048)) not valid;
alter table practice_try add constraint answer_fits check (text_fits(answer->>'text', 2048)) not valid;
alter table exam_objection add constraint text_fits check (text_fits(text, 1000)) not valid;
alter table exam_objection add constraint reply_fits check (text_fits(reply, 1000)) not valid;
alter table exam_extra add constraint reason_fits check (text_fits(reason, 500)) not valid;
alter table exam_key add constraint reason_fits check (text_fits(reason, 500)) not valid;
alter table question_report add constraint text_fits check (text_fits(text, 1000)) not valid;
alter table question_report add constraint reply_fits check (text_fits(reply, 1000)) not valid;
