-- Applications for accounts are counted by network and time alone: reviewing them opens nothing.
drop index application_user;
alter table application drop column user_id;
