create table tool (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null,
  description text not null,
  category text not null check (category in ('calculator', 'converter', 'developer', 'health', 'design', 'finance')),
  keywords text[] not null default '{}',
  owner_id uuid references "user" (id),
  -- builtin runs our own code; config is an expression per output; custom is JavaScript in the sandbox.
  kind text not null check (kind in ('builtin', 'config', 'custom')),
  access_tier text not null default 'free' check (access_tier in ('free', 'pro')),
  status text not null default 'published' check (status in ('draft', 'published', 'hidden', 'deleted')),
  version integer not null default 1,
  run_count bigint not null default 0,
  view_count bigint not null default 0,
  favorite_count bigint not null default 0,
  rating_count integer not null default 0,
  rating_sum integer not null default 0,
  search tsvector not null default '',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  published_at timestamptz
);
create index tool_search on tool using gin (search);
create index tool_by_runs on tool (run_count desc, id) where status = 'published';
create index tool_by_date on tool (published_at desc, id) where status = 'published';
create index tool_by_category on tool (category, run_count desc, id) where status = 'published';
create index tool_owner on tool (owner_id);

create table tool_version (
  tool_id uuid not null references tool (id) on delete cascade,
  version integer not null,
  -- json, not jsonb: the order of fields is the order of the form.
  input_schema json not null,
  output_schema json not null,
  -- Null for builtin. config: {"outputs": {name: expression}}. custom: {"source": "function run(input) { … }"}.
  code json,
  created_at timestamptz not null default now(),
  primary key (tool_id, version)
);

create table tag (
  id uuid primary key,
  name text not null,
  slug text not null unique,
  color text
);
create table tool_tag (
  tool_id uuid not null references tool (id) on delete cascade,
  tag_id uuid not null references tag (id) on delete cascade,
  primary key (tool_id, tag_id)
);
create index tool_tag_tag on tool_tag (tag_id);

-- Every word that a tool can be found by, with its variants of one deleted letter:
-- two words within one edit share a variant, so a misspelt word finds its neighbours through one index.
create table search_word (
  word text primary key,
  variants text[] not null
);
create index search_word_variants on search_word using gin (variants);
create index search_word_prefix on search_word (word text_pattern_ops);

-- One row for each accepted run. The id is stable for a workflow step, so a repeated step counts once.
create table tool_run (
  id uuid primary key,
  tool_id uuid not null references tool (id) on delete cascade,
  version integer not null,
  user_id uuid references "user" (id) on delete set null,
  source text not null check (source in ('api', 'browser', 'workflow')),
  success boolean not null,
  error_code text,
  duration_ms real not null,
  at timestamptz not null default now()
);
create index tool_run_tool on tool_run (tool_id, at desc);
create index tool_run_user on tool_run (user_id, at desc) where user_id is not null;

create table tool_view (
  id uuid primary key,
  tool_id uuid not null references tool (id) on delete cascade,
  user_id uuid references "user" (id) on delete set null,
  at timestamptz not null default now()
);
create index tool_view_tool on tool_view (tool_id, at desc);
