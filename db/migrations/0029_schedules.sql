-- One row for each schedule step of a published version. It is replaced in the transaction that publishes another one
-- and removed in the one that unpublishes.
create table schedule (
  workflow_id uuid not null references workflow (id) on delete cascade,
  node_id text not null,
  version integer not null,
  rule json not null,
  missed text not null check (missed in ('skip', 'one', 'all')),
  -- From when intervals are counted.
  anchor_at timestamptz not null,
  -- Null when it is never due again.
  next_at timestamptz,
  primary key (workflow_id, node_id)
);
create index schedule_next on schedule (next_at);

-- What became of each tick. Its key is the reason that none starts two runs, whatever clocks and processes do.
create table schedule_tick (
  workflow_id uuid not null references workflow (id) on delete cascade,
  node_id text not null,
  due_at timestamptz not null,
  -- Null for one that was left out.
  execution_id uuid,
  decided_at timestamptz not null default now(),
  primary key (workflow_id, node_id, due_at)
);
create index schedule_tick_decided on schedule_tick (decided_at);
