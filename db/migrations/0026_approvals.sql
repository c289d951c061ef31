-- What a step of a run asks people to decide. Its pause ends with their decision or at its time.
create table approval (
  id uuid primary key,
  execution_id uuid not null references execution (id) on delete cascade,
  node_id text not null,
  owner_id uuid not null references "user" (id) on delete cascade,
  question text not null,
  details text not null,
  -- How many must approve; with veto one rejection is enough.
  needed integer not null check (needed >= 1),
  veto boolean not null,
  due_at timestamptz not null,
  outcome text check (outcome in ('approved', 'rejected')),
  created_at timestamptz not null default now(),
  unique (execution_id, node_id)
);
create index approval_owner on approval (owner_id, created_at);

create table approval_person (
  approval_id uuid not null references approval (id) on delete cascade,
  user_id uuid not null references "user" (id) on delete cascade,
  decision text check (decision in ('approve', 'reject')),
  reason text,
  decided_at timestamptz,
  primary key (approval_id, user_id),
  check ((decision is null) = (decided_at is null))
);
create index approval_person_user on approval_person (user_id);
