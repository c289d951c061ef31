-- What went wrong in browsers, one row for each kind of failure.
create table client_error_group (
  id uuid primary key,
  -- SHA-256 of the message without its numbers and of the topmost frame of the stack.
  fingerprint bytea not null unique,
  message text not null,
  top_frame text not null,
  count bigint not null default 1,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  -- Somebody has dealt with it; happening again opens it again.
  resolved_at timestamptz
);
create index client_error_group_open on client_error_group (last_seen_at desc, id desc) where resolved_at is null;
create index client_error_group_newest on client_error_group (last_seen_at desc, id desc);

-- The latest reports of each, without who sent them and without queries and fragments of addresses.
create table client_error (
  id uuid primary key,
  group_id uuid not null references client_error_group (id) on delete cascade,
  -- What the person saw on the screen: ERR-{time}-{random}.
  error_id text not null,
  message text not null,
  stack text not null,
  component_stack text not null,
  user_agent text not null,
  url text not null,
  -- When it happened, by the clock of the browser.
  happened_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index client_error_by_group on client_error (group_id, created_at desc, id desc);
create index client_error_by_error_id on client_error (error_id);
create index client_error_by_age on client_error (created_at);
