-- Runs of workflows that have a limit of runs at once: those at work, and those that wait for their turn in the order in
-- which they were accepted. A row goes when its run has ended.
create table run_line (
  execution_id uuid primary key references execution (id) on delete cascade,
  workflow_id uuid not null,
  -- Names the line among those of the workflow: a digest of what its key comes to; empty without one.
  key text not null,
  position bigint generated always as identity,
  -- How many of this line may be at work, as the graph of this run has it.
  at_once integer not null check (at_once > 0),
  is_at_work boolean not null default false
);
create index run_line_waiting on run_line (workflow_id, key, position) where not is_at_work;
create index run_line_at_work on run_line (workflow_id, key) where is_at_work;
