alter table workflow
  -- Sealed. What callers sign their requests with, where the webhook step asks for signatures.
  add column hook_signing_secret bytea,
  -- Until then the test address starts the draft.
  add column hook_listens_until timestamptz;

-- Which deliveries a webhook has taken, for those that are to count once. The row is written before the run: one whose
-- run never came to be is given to the next delivery.
create table webhook_delivery (
  workflow_id uuid not null references workflow (id) on delete cascade,
  -- SHA-256 of what the deliveries have in common.
  key bytea not null,
  execution_id uuid not null,
  claimed_at timestamptz not null default now(),
  expires_at timestamptz not null,
  duplicates integer not null default 0,
  last_duplicate_at timestamptz,
  primary key (workflow_id, key)
);
create index webhook_delivery_execution on webhook_delivery (execution_id);
create index webhook_delivery_expires on webhook_delivery (expires_at);
