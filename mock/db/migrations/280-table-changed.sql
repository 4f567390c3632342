-- Says on the channel `tables` which table changed, and whose row where its trigger names the column that says so. The triggers are made at
-- start, on the embedded database alone.
create or replace function table_changed() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = '' then
    perform pg_notify('tables', tg_table_name);
  else
    if tg_op <> 'INSERT' then
      perform pg_notify('tables', tg_table_name || ' ' || (to_jsonb(old) ->> tg_argv[0]));
    end if;
    if tg_op <> 'DELETE' then
      perform pg_notify('tables', tg_table_name || ' ' || (to_jsonb(new) ->> tg_argv[0]));
    end if;
  end if;
  return null;
end $$;

-- What a person keeps, the newest first.
create index question_collected_at on question_collected (user_id, at, question_id);
create index question_note_at on question_note (user_id, at, question_id);
-- Reports to the keepers of a bank, open ones first.
create index question_report_list on question_report (bank, (state = 'open'), at, id);
create index flag_shared_list on flag_shared (at, id);
-- What was seen of a hall, the newest first.
create index exam_event_list on exam_event (exam_id, at, id);
