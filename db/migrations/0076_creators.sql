-- What everybody may see of somebody who publishes tools; it comes with the first one.
create table creator (
  user_id uuid primary key references "user" (id) on delete cascade,
  -- The address of the page; it stays when the name changes.
  handle text not null unique check (handle ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(handle) <= 70),
  about text not null default '' check (char_length(about) <= 500),
  created_at timestamptz not null default now()
);

create table creator_follow (
  creator_id uuid not null references creator (user_id) on delete cascade,
  user_id uuid not null references "user" (id) on delete cascade,
  created_at timestamptz not null default now(),
  primary key (creator_id, user_id),
  check (creator_id <> user_id)
);
create index creator_follow_of_person on creator_follow (user_id, created_at desc);

-- What followers are still to be told. One for each tool: who publishes three times in a row is one piece of news.
create table creator_news (
  tool_id uuid primary key references tool (id) on delete cascade,
  is_first boolean not null,
  changelog text not null,
  -- Followers are told in the order of their ids, up to here so far.
  told_up_to uuid not null default '00000000-0000-0000-0000-000000000000',
  created_at timestamptz not null default now()
);

-- The name without marks on its letters, in words of Latin letters and digits; "ada-lovelace-2" when another one has it.
create function free_handle(name text) returns text language plpgsql as $$
declare
  base text := trim(both '-' from left(trim(both '-' from regexp_replace(
    regexp_replace(normalize(lower(name), nfkd), '[\u0300-\u036f]', '', 'g'), '[^a-z0-9]+', '-', 'g')), 60));
  found text;
begin
  if base = '' then base := 'creator'; end if;
  found := base;
  for place in 2..1000000000 loop
    exit when not exists (select from creator where handle = found);
    found := base || '-' || place;
  end loop;
  return found;
end $$;

create function make_creator() returns trigger language plpgsql as $$
begin
  if exists (select from creator where user_id = new.owner_id) then return null; end if;
  -- Two people of one name at the same time must not find the same address free.
  perform pg_advisory_xact_lock(hashtextextended('handles of creators', 0));
  insert into creator (user_id, handle)
    select id, free_handle(name) from "user" where id = new.owner_id on conflict (user_id) do nothing;
  return null;
end $$;
-- A trigger, so that every way to publish is covered.
create trigger tool_has_creator after insert or update of owner_id on tool
  for each row when (new.owner_id is not null) execute function make_creator();

do $$
declare
  person record;
begin
  for person in select id, name from "user" where id in (select owner_id from tool) order by id loop
    insert into creator (user_id, handle) values (person.id, free_handle(person.name));
  end loop;
end $$;
