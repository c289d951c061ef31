-- How creators' tools failed lately, for their creators: the words of the tool without what somebody typed, and of the
-- inputs their names, kinds and sizes. Nothing says whose run it was. A few of each tool are kept, for a month.
create table tool_failure (
  id uuid primary key,
  tool_id uuid not null references tool (id) on delete cascade,
  version integer not null,
  code text not null,
  message text not null check (char_length(message) <= 600),
  inputs json not null,
  at timestamptz not null default now()
);
create index tool_failure_of_tool on tool_failure (tool_id, at desc);
create index tool_failure_by_age on tool_failure (at);
