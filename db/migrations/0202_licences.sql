-- Free access to a tool with a price, which its creator gives to one person and can take back. It moves no money.
create table tool_licence (
  id uuid primary key,
  tool_id uuid not null references tool (id) on delete cascade,
  issuer_id uuid not null references "user" (id) on delete cascade,
  -- As the creator named the person: an address in small letters, or @handle.
  given_to text not null check (char_length(given_to) between 2 and 320),
  -- Null until somebody has confirmed the address. Its creator never learns whether anybody has.
  holder_id uuid references "user" (id) on delete cascade,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check (holder_id is not null or given_to not like '@%')
);
create unique index tool_licence_once on tool_licence (tool_id, given_to) where ended_at is null;
create index tool_licence_of_issuer on tool_licence (issuer_id, id desc);
create index tool_licence_of_holder on tool_licence (holder_id, tool_id) where ended_at is null;
create index tool_licence_unclaimed on tool_licence (given_to) where holder_id is null and ended_at is null;

/* Whoever confirms an address gets the licences that were given to it. */
create function claim_licences() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  update tool_licence set holder_id = new.id
   where given_to = lower(new.email) and holder_id is null and ended_at is null;
  return null;
end $$;
create trigger user_claims_licences after insert or update of email, email_verified_at on "user"
  for each row when (new.email_verified_at is not null) execute function claim_licences();
