-- Free access to a tool with a price, which its creator gives to one person and can take back. It moves no money.
create table tool_licence (
  id uuid primary key,
  tool_id uuid not null references tool (id) on delete cascade,
  issuer_id uuid not null references "user" (id) on delete cascade,
  -- As the creator named the person: an address in small letters, or @handle.
  given_to text not null check (char_length(given_to) between 2 and 320),
  -- Null until somebody has confirmed the address. Its creator never learns whether anybody has.
  holder_id uuid references "user" (id) on delete set null,
  created_at timestamptz not null default now(),
  -- When it was mailed; null: it was not, as the person had been told of others.
  mailed_at timestamptz,
  ended_at timestamptz,
  check (holder_id is not null or ended_at is not null or given_to not like '@%')
);
create unique index tool_licence_once on tool_licence (tool_id, given_to) where ended_at is null;
create index tool_licence_of_issuer on tool_licence (issuer_id, id desc);
create index tool_licence_of_holder on tool_licence (holder_id, tool_id) where ended_at is null;
create index tool_licence_to on tool_licence (given_to);

/* Whoever confirms an address gets the licences that were given to it. One that is being given at this moment waits at
   the lock, or is waited for. */
create function claim_licences() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('licences to ' || lower(new.email), 0));
  update tool_licence set holder_id = new.id
   where given_to = lower(new.email) and holder_id is null and ended_at is null;
  return null;
end $$;
create trigger user_claims_licences after insert or update of email, email_verified_at on "user"
  for each row when (new.email_verified_at is not null) execute function claim_licences();

/* Of who leaves the creator must not hear: an address waits again for somebody who confirms it. A handle is gone. */
create function leave_licence() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.given_to like '@%' then
    new.ended_at := coalesce(new.ended_at, now());
  end if;
  return new;
end $$;
create trigger licence_left before update of holder_id on tool_licence
  for each row when (new.holder_id is null) execute function leave_licence();
