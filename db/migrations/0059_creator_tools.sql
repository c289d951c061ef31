-- The working copy of somebody's tool. It has the id that the tool has from its first publication on.
create table tool_draft (
  id uuid primary key,
  owner_id uuid not null references "user" (id) on delete cascade,
  revision integer not null default 1,
  -- json, not jsonb: the order of fields is the order of the form.
  content json not null,
  -- Null before the first publication; behind `revision` while there are changes that nobody else sees.
  published_revision integer,
  -- What it was cloned from.
  source_tool_id uuid references tool (id) on delete set null,
  source_version integer,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index tool_draft_owner on tool_draft (owner_id, updated_at desc, id);
create index tool_draft_source on tool_draft (source_tool_id) where source_tool_id is not null;

alter table tool
  add column icon text,
  -- What others may do with it; null for built-in tools.
  add column licence text,
  add column source_tool_id uuid references tool (id) on delete set null,
  add column source_version integer;
create index tool_source on tool (source_tool_id) where source_tool_id is not null;

alter table tool_version
  -- Null for versions of built-in tools, which are not published by people.
  add column semver text check (semver ~ '^\d+\.\d+\.\d+$'),
  add column changelog text,
  -- What people see as examples; each was run before the version was published.
  add column examples json,
  -- The whole content that was published, for differences and for the way back.
  add column content json,
  add column published_by uuid references "user" (id) on delete set null;

-- What was published stays as it was: others rest on it.
create function keep_tool_version() returns trigger language plpgsql as $$
begin
  raise exception 'version % of tool % is published and stays as it is', old.version, old.tool_id;
end $$;
create trigger tool_version_stays before update of
  version, input_schema, output_schema, code, semver, changelog, examples, content, created_at on tool_version
  for each row when (old.semver is not null) execute function keep_tool_version();

-- Until then somebody may publish their own code. Set by an admin until it can be bought.
alter table "user" add column pro_until timestamptz;
