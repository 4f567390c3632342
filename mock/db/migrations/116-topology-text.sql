-- The text people wrote of a drawing: its comments and the way it is set out. Empty where nobody did.
alter table topology_drawing add column text text not null default '';
