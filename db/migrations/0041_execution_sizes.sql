-- What large runs have left behind, for the share of their account. It goes with the run, so nothing has to be counted down.
create table execution_size (
  execution_id uuid primary key references execution (id) on delete cascade,
  owner_id uuid not null,
  bytes bigint not null check (bytes >= 0)
);
create index execution_size_owner on execution_size (owner_id) include (bytes);
