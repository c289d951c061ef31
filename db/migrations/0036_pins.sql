-- What the owner of a workflow has fixed as the output of a step, for runs of the draft.
create table workflow_pin (
  workflow_id uuid not null references workflow (id) on delete cascade,
  node_id text not null,
  -- The way by which the step is left.
  port text not null,
  output json not null,
  updated_at timestamptz not null default now(),
  primary key (workflow_id, node_id)
);
