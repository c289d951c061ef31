alter table execution
  drop constraint execution_lane_check,
  add constraint execution_lane_check check (lane in ('inline', 'direct', 'queued')),
  -- The list of src/lib/trigger-kinds.ts.
  add constraint execution_trigger_kind_check check (
    trigger_kind in ('manual', 'webhook', 'schedule', 'form', 'error', 'event', 'workflow')
  ),
  -- Of several triggers of that kind, the one that this run starts from.
  add column trigger_node_id text,
  -- How often the run has stopped to wait and gone on: each time with a durable row of its own.
  add column segment integer not null default 0;
