-- What a removal from the list of mistakes replaced, so that it can be taken back: '' where there was none before, null where nothing can be.
alter table practice_mended add column before text collate "C";
