-- One row for each step of a published version that looks for new things from time to time. It is replaced in the
-- transaction that publishes another version and removed in the one that unpublishes.
create table poll (
  workflow_id uuid not null references workflow (id) on delete cascade,
  node_id text not null,
  -- Of the step. Where it changes, the search begins anew.
  config json not null,
  -- What the step wants to know at its next look; saved together with the runs of what it has found.
  cursor json,
  next_at timestamptz not null default now(),
  -- Who looks right now. A process that was asleep for longer than its lease finds another one here, or none.
  lease_id uuid,
  lease_until timestamptz,
  -- Null before the first look.
  looked_at timestamptz,
  found_at timestamptz,
  -- In a row, and the last of them.
  failures integer not null default 0,
  error json,
  primary key (workflow_id, node_id),
  check ((lease_id is null) = (lease_until is null))
);
create index poll_next on poll (next_at);

-- What was found. Its key is the reason that nothing starts two runs, whatever the cursor says.
create table poll_event (
  workflow_id uuid not null,
  node_id text not null,
  -- SHA-256 of the id that the event has at its source.
  event_key bytea not null,
  -- Null for what was there before the first look.
  execution_id uuid,
  -- When the source told of it last, to the day.
  reported_at timestamptz not null default now(),
  primary key (workflow_id, node_id, event_key),
  foreign key (workflow_id, node_id) references poll (workflow_id, node_id) on delete cascade
);
create index poll_event_reported on poll_event (reported_at);
