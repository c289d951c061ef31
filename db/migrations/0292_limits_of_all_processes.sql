-- What is counted for all processes together. Not logged: after a crash of the database counting begins anew.
create unlogged table rate_window (
  -- The digest of the rate and of what it is for, which may be an address of mail.
  name bytea primary key,
  ends_at timestamptz not null,
  taken integer not null
);
create index rate_window_ends on rate_window (ends_at);

-- How many runs of an account a process may have at work; what it does not use it gives back within a second.
create unlogged table account_place (
  owner_id uuid not null,
  executor_id text not null,
  places integer not null,
  primary key (owner_id, executor_id)
);

-- Sees that a process may have `wanted` runs of an account at work, or as many as the others leave of `most`, but never
-- fewer than it `has`. Returns how many.
create function take_places(account uuid, executor text, has integer, wanted integer, most integer, dead_after interval)
returns integer language plpgsql as $$
declare
  others integer;
  granted integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('places ' || account, 0));
  select coalesce(sum(p.places), 0) into others from account_place p join executor x on x.id = p.executor_id
    where p.owner_id = account and p.executor_id <> executor and x.heartbeat_at > now() - dead_after;
  granted := greatest(has, least(wanted, most - others));
  insert into account_place (owner_id, executor_id, places) values (account, executor, granted)
    on conflict (owner_id, executor_id) do update set places = excluded.places;
  return granted;
end $$;
