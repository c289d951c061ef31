-- Runs for which no process had room in memory. Each lies in the durable queue and is not due until a process that has
-- room for it says so; the oldest of an account comes first.
create table execution_room (
  execution_id uuid primary key references execution (id) on delete cascade,
  owner_id uuid not null,
  bytes bigint not null check (bytes >= 0),
  since timestamptz not null
);
create index execution_room_next on execution_room (owner_id, since, execution_id) include (bytes);
