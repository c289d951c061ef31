-- Its creator lets visitors' browsers have the code of the current version, and so run it without us.
alter table tool add column in_browser boolean not null default false;
