-- Other words for a tag: what it was called before, what was merged into it, and synonyms. Each leads to it for good.
create table tag_alias (
  slug text primary key check (slug <> ''),
  tag_id uuid not null references tag (id) on delete cascade,
  -- Synonyms are edited; the others are addresses that somebody may still have.
  is_synonym boolean not null,
  since timestamptz not null default now()
);
create index tag_alias_of_tag on tag_alias (tag_id);
