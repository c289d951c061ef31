-- When the owner of a workflow wants to be told: at most one rule of each kind.
create table alert_rule (
  workflow_id uuid not null references workflow (id) on delete cascade,
  kind text not null check (kind in ('failures', 'silence', 'backlog')),
  -- Failures in a row, or minutes.
  threshold integer not null check (threshold between 1 and 100000),
  by_mail boolean not null,
  -- A rule begins to look when it is made or changed.
  since timestamptz not null,
  -- Null while it is quiet: it tells once, and may tell again after it was.
  firing_since timestamptz,
  primary key (workflow_id, kind)
);
