-- What an attempt of a step with side effects gave. Kept by name and not by order, so that steps may run at the same
-- time; `name` is node, turn of the loops around it, and number of the attempt: "n_pay@3#1".
create table execution_checkpoint (
  execution_id uuid not null references execution (id) on delete cascade,
  name text not null,
  attempt json not null,
  primary key (execution_id, name)
);

-- A step in the body of a loop has a row for each turn that is told: "3", or "3.0" in a loop inside a loop.
alter table execution_step
  add column iteration text not null default '',
  drop constraint execution_step_pkey,
  add primary key (execution_id, seq, iteration);
alter table execution_blob
  add column iteration text not null default '',
  drop constraint execution_blob_pkey,
  add primary key (execution_id, seq, iteration, part);
