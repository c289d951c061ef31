-- A suspension that one admin wants and another one has to agree to; empty while nobody wants one.
alter table "user"
  add column suspension_wanted_by uuid references "user" (id) on delete set null,
  add column suspension_wanted_at timestamptz,
  add column suspension_wanted_reason text;
create index user_suspension_wanted on "user" (suspension_wanted_at) where suspension_wanted_at is not null;
