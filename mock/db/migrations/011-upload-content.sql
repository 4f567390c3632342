-- What an upload is to become, as its sender says: only the same content goes on where an upload stopped.

alter table upload add column sha256 text collate "C";
