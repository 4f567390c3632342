-- What an import is of: the libraries, or people with their accounts; and when the one-time codes of imported people were handed out.
alter table import_package add column kind text not null default 'resources';
alter table import_package add column handed_out_at timestamptz;
