-- What other rows lost with a removed one, so that it comes back to them: a person's teams.
alter table removed_row add column "left" jsonb not null default '[]';
