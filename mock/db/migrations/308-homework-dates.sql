-- Homework among what sections say: whoever learns is asked of it at every question they practise.
create index course_content_homework on course_content (course_id) where content->>'kind' = 'homework';
