-- Each day the first example of every creator's tool is run, as a test that it still does what it says.
create table tool_check (
  tool_id uuid primary key references tool (id) on delete cascade,
  version integer not null,
  -- The last one, in UTC.
  day date not null,
  -- In a row, up to then.
  bad_days integer not null default 0
);

-- Too many bad days in a row; until a good one, or a new version.
alter table tool add column maintenance_since timestamptz;
