-- Until then the account can be kept by signing in; from then on it is removed.
alter table "user" add column deletion_due_at timestamptz;
create index user_to_delete on "user" (deletion_due_at) where deletion_due_at is not null;

create table data_export (
  id uuid primary key,
  user_id uuid not null references "user" (id) on delete cascade,
  status text not null default 'queued' check (status in ('queued', 'running', 'ready', 'failed')),
  attempts integer not null default 0,
  created_at timestamptz not null default now(),
  -- Renewed while it is made; an old one belongs to a process that died.
  heartbeat_at timestamptz,
  ready_at timestamptz,
  bytes bigint not null default 0
);
create index data_export_by_user on data_export (user_id, created_at desc);
create index data_export_open on data_export (created_at) where status in ('queued', 'running');
-- One at a time for each person.
create unique index data_export_one_open on data_export (user_id) where status in ('queued', 'running');

create table data_export_chunk (
  export_id uuid not null references data_export (id) on delete cascade,
  seq integer not null,
  content bytea not null,
  primary key (export_id, seq)
);
