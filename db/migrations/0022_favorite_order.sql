-- Lower ones come first; among equal ones the latest. Whoever never reorders anything has the latest first, as before.
alter table favorite add column place integer not null default 0;
