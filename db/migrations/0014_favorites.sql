create table favorite (
  user_id uuid not null references "user" (id) on delete cascade,
  tool_id uuid not null references tool (id) on delete cascade,
  -- Whether tool.favorite_count holds it: only accounts with a confirmed address count.
  counted boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (user_id, tool_id)
);
create index favorite_by_tool on favorite (tool_id);

-- Triggers, because rows also come and go with accounts: the count follows whatever the reason.
create function decide_favorite_counts() returns trigger language plpgsql as $$
begin
  select email_verified_at is not null into new.counted from "user" where id = new.user_id;
  return new;
end $$;
create trigger favorite_counts before insert on favorite for each row execute function decide_favorite_counts();

create function count_favorite() returns trigger language plpgsql as $$
declare
  change integer := 0;
begin
  if tg_op <> 'DELETE' and new.counted then change := change + 1; end if;
  if tg_op <> 'INSERT' and old.counted then change := change - 1; end if;
  if change <> 0 then
    update tool set favorite_count = favorite_count + change where id = coalesce(new.tool_id, old.tool_id);
  end if;
  return null;
end $$;
create trigger favorite_counted after insert or delete or update of counted on favorite
  for each row execute function count_favorite();

create function count_favorites_of_confirmed() returns trigger language plpgsql as $$
begin
  update favorite set counted = new.email_verified_at is not null where user_id = new.id;
  return null;
end $$;
create trigger user_confirmed after update of email_verified_at on "user"
  for each row when ((old.email_verified_at is null) <> (new.email_verified_at is null))
  execute function count_favorites_of_confirmed();
