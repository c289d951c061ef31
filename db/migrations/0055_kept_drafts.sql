-- Drafts that another one took the place of: somebody took over what was saved elsewhere, or restored a version.
create table workflow_kept_draft (
  id uuid primary key,
  workflow_id uuid not null references workflow on delete cascade,
  graph json not null,
  revision integer not null,
  reason text not null check (reason in ('taken-over', 'restored')),
  created_at timestamptz not null default now()
);
create index workflow_kept_draft_of on workflow_kept_draft (workflow_id, created_at desc, id desc);
