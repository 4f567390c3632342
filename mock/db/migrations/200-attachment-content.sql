-- The same file brought along again is found by its content.
create index attachment_content on attachment (sha256, name) where sha256 <> '';
