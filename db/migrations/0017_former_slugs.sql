-- Addresses that tools had before they were renamed: they lead on for ever, and nobody else may take them.
create table former_slug (
  slug text primary key,
  tool_id uuid not null references tool (id) on delete cascade,
  renamed_at timestamptz not null default now()
);
create index former_slug_tool on former_slug (tool_id);

-- A trigger, so that every way to rename a tool is covered.
create function keep_former_slug() returns trigger language plpgsql as $$
begin
  if exists (select from former_slug where slug = new.slug and tool_id <> new.id) then
    raise unique_violation using
      message = format('the slug %s leads to a tool that was renamed', new.slug), constraint = 'tool_slug_key';
  end if;
  if tg_op = 'UPDATE' then
    insert into former_slug (slug, tool_id) values (old.slug, new.id);
    delete from former_slug where slug = new.slug;
  end if;
  return new;
end $$;
create trigger tool_renamed before update of slug on tool
  for each row when (old.slug <> new.slug) execute function keep_former_slug();
create trigger tool_named before insert on tool for each row execute function keep_former_slug();
