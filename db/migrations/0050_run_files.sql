-- Files that people send with a form. A run knows them by id; they go with the run that they have started.
create table execution_file (
  id uuid primary key,
  execution_id uuid not null references execution (id) on delete cascade,
  owner_id uuid not null references "user" (id) on delete cascade,
  -- The question that it answers.
  field text not null,
  -- As a browser may save it; never a path.
  name text not null,
  type text not null,
  bytes integer not null check (bytes > 0),
  content bytea not null,
  created_at timestamptz not null default now()
);
-- What people send is packed already.
alter table execution_file alter column content set storage external;
create index execution_file_execution on execution_file (execution_id);
create index execution_file_owner on execution_file (owner_id) include (bytes);
