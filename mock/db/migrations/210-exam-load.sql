-- What an exam hall does ten thousand times a minute.

-- Room on each page for the next state of a sheet and its answers, which then need no new entry in any index.
alter table exam_attempt set (fillfactor = 60);
alter table exam_answer set (fillfactor = 80);

-- Messages are looked for with every save, among all that was seen of a hall.
create index exam_event_messages on exam_event (exam_id, user_id) where kind = 'message';
