-- What workflows of an account may use and nobody may read again: sealed for its owner and name.
create table secret (
  owner_id uuid not null references "user" (id) on delete cascade,
  name text not null check (name ~ '^[A-Za-z][A-Za-z0-9_]{0,63}$'),
  value bytea not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_used_at timestamptz,
  primary key (owner_id, name)
);

create table variable (
  owner_id uuid not null references "user" (id) on delete cascade,
  name text not null check (name ~ '^[A-Za-z][A-Za-z0-9_]{0,63}$'),
  kind text not null check (kind in ('string', 'number', 'boolean', 'json')),
  value json not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (owner_id, name)
);

-- The variables that a run's expressions read, as they were at its start; null where they read none.
alter table execution add column vars json;
