-- How often somebody searched, and how often nothing was found: what is missing shows here first. No words, no people.
create table search_day (
  day date primary key,
  searches bigint not null default 0,
  missed bigint not null default 0
);
-- Sign-ups and reports by day.
create index user_created on "user" (created_at);
create index report_created on report (created_at);
