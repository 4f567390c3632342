-- Teams are chosen like organisations and roles are.
alter table audience drop constraint audience_kind_check;
alter table audience add constraint audience_kind_check check (kind in ('all', 'org', 'role', 'team', 'user'));
