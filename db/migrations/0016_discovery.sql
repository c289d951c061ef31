-- Chosen by hand and shown as such; never mixed into another order.
create table featured_tool (
  id uuid primary key,
  tool_id uuid not null references tool (id) on delete cascade,
  place integer not null,
  starts_at timestamptz not null default now(),
  -- Null: until somebody ends it.
  ends_at timestamptz,
  -- Who chose it; null for a choice that came with Fettle.
  chosen_by uuid references "user" (id) on delete set null,
  check (ends_at > starts_at)
);
create index featured_tool_tool on featured_tool (tool_id);
create index featured_tool_by_place on featured_tool (place, id);

-- What people looked for and did not find, by the words of it.
create table tool_request (
  id uuid primary key,
  -- Folded, so that "JSON to YAML!" and "json to yaml" are one request.
  words text not null unique,
  -- As it was typed first.
  typed text not null,
  count integer not null default 0,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create index tool_request_by_count on tool_request (count desc, id);

-- One voice for each person or address and day. Addresses are kept as a keyed hash, for as long as the day counts.
create table tool_request_voice (
  request_id uuid not null references tool_request (id) on delete cascade,
  day date not null,
  who bytea not null,
  primary key (request_id, day, who)
);
create index tool_request_voice_by_day on tool_request_voice (day);
