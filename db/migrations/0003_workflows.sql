create table workflow (
  id uuid primary key,
  owner_id uuid not null references "user" (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 200),
  status text not null default 'draft' check (status in ('draft', 'published', 'paused')),
  draft json not null,
  draft_revision integer not null default 1,
  published_version integer,
  hook_secret text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((status = 'draft') = (published_version is null))
);
create index workflow_owner on workflow (owner_id, updated_at desc, id);

-- Immutable: a running execution keeps the version that it started with.
create table workflow_version (
  workflow_id uuid not null references workflow (id) on delete cascade,
  version integer not null,
  graph json not null,
  lane text not null check (lane in ('inline', 'direct')),
  note text not null default '',
  created_by uuid references "user" (id) on delete set null,
  created_at timestamptz not null default now(),
  primary key (workflow_id, version)
);

create table execution (
  id uuid primary key,
  workflow_id uuid not null references workflow (id) on delete cascade,
  owner_id uuid not null references "user" (id) on delete cascade,
  -- Null for a run of the draft, whose graph is then kept here.
  version integer,
  graph json,
  status text not null check (status in ('queued', 'running', 'waiting', 'succeeded', 'failed', 'cancelled')),
  lane text not null check (lane in ('inline', 'direct')),
  trigger_kind text not null,
  input json,
  output json,
  error json,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  duration_ms real,
  -- The process that runs it, and how often another one had to take over.
  executor_id text,
  recoveries integer not null default 0,
  cancel_requested boolean not null default false,
  check ((status in ('succeeded', 'failed', 'cancelled')) = (finished_at is not null)),
  check ((version is null) = (graph is not null))
);
create index execution_workflow on execution (workflow_id, created_at desc, id desc);
create index execution_owner on execution (owner_id, created_at desc, id desc);
create index execution_live on execution (executor_id) where status in ('queued', 'running', 'waiting');

create table execution_step (
  execution_id uuid not null references execution (id) on delete cascade,
  seq integer not null,
  node_id text not null,
  key text not null,
  status text not null check (
    status in ('pending', 'queued', 'running', 'waiting', 'succeeded', 'failed', 'skipped', 'cancelled', 'reused')
  ),
  attempts integer not null default 1,
  started_at timestamptz,
  duration_ms real,
  -- Over 32 kB: {"$blob": part} and the text is in execution_blob.
  input json,
  output json,
  error json,
  primary key (execution_id, seq)
);

create table execution_blob (
  execution_id uuid not null references execution (id) on delete cascade,
  seq integer not null,
  part text not null check (part in ('input', 'output')),
  content text not null,
  primary key (execution_id, seq, part)
);

-- One row for each worker process. A row that is not refreshed marks a dead one, whose runs are taken over.
create table executor (
  id text primary key,
  application_version text not null,
  started_at timestamptz not null default now(),
  heartbeat_at timestamptz not null default now()
);
