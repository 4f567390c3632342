-- Lines of the rubric that a marker gave, by their place: what his points are made of.
alter table exam_mark add column lines jsonb not null default '[]';
alter table exam_mark_past add column lines jsonb not null default '[]';
