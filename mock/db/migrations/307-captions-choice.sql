-- Captions of videos that somebody reads: a language, empty for none, null where they never said.
alter table learner_choice add column captions text collate "C";
