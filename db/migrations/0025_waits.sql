alter table execution
  -- While it waits: since when, and when it goes on at the latest.
  add column waiting_since timestamptz,
  add column due_at timestamptz,
  -- How long it has waited so far; its time limit does not count that.
  add column waited_ms bigint not null default 0,
  add constraint execution_waits_for_a_time check (status <> 'waiting' or (due_at is not null and waiting_since is not null));

alter table execution_step add column due_at timestamptz;

-- Pauses that somebody may end before their time. Whoever ends one first is the only one: the row is there when the run
-- stops for it, or earlier when the answer came first.
create table execution_wait (
  execution_id uuid not null references execution (id) on delete cascade,
  -- Step and iteration.
  place text not null,
  -- Names the durable row that waits; null while the run has not come here.
  segment integer,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  -- Null, ended: its time was over.
  answer json,
  primary key (execution_id, place)
);
