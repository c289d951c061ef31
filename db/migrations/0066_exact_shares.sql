-- What an account stores is asked and added to under one lock, so that of many runs that grow at the same time, in
-- whatever processes, only so many find room. A run takes its share before it is written: its row comes later, or never.
alter table execution_size drop constraint execution_size_execution_id_fkey;
alter table execution_size add column noted_at timestamptz not null default now();
create index execution_size_noted on execution_size (noted_at);

-- Its share goes with the run, as if there were the key.
create function forget_execution_size() returns trigger language plpgsql as $$
begin
  delete from execution_size where execution_id in (select id from gone);
  return null;
end $$;
create trigger execution_forgets_size after delete on execution referencing old table as gone
  for each statement execute function forget_execution_size();

-- What is deleted makes room at once, though it can be brought back for some minutes.
create function stored_bytes(account uuid) returns bigint language sql stable as $$
  select coalesce(sum(bytes), 0)::bigint
    from (select execution_id, bytes from execution_size where owner_id = account
          union all select execution_id, bytes from execution_file where owner_id = account) as size
   where execution_id not in (
     select execution.id from execution join workflow on workflow.id = execution.workflow_id
      where workflow.owner_id = account and workflow.status = 'deleted')
$$;

-- Until the transaction ends nobody else stores more for this account.
create function lock_storage(account uuid) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended('stored ' || account, 0))
$$;

-- Notes what runs hold by now, where their account has room for it; returns those for which it has none. A run never
-- gives anything back here.
create function reserve_bytes(given json, most bigint) returns setof uuid language plpgsql as $$
declare
  account uuid;
  held bigint;
  one record;
begin
  for account in select distinct owner_id from json_to_recordset(given) as g(owner_id uuid) order by owner_id loop
    perform lock_storage(account);
    -- A statement of its own: it sees what was stored while this one waited for the lock.
    held := stored_bytes(account);
    for one in
      select g.id, max(g.bytes) as bytes, coalesce(max(s.bytes), 0) as before
        from json_to_recordset(given) as g(id uuid, owner_id uuid, bytes bigint)
        left join execution_size s on s.execution_id = g.id
       where g.owner_id = account group by g.id order by g.id
    loop
      continue when one.bytes <= one.before;
      if held + one.bytes - one.before > most then
        return next one.id;
        continue;
      end if;
      held := held + one.bytes - one.before;
      insert into execution_size (execution_id, owner_id, bytes) values (one.id, account, one.bytes)
        on conflict (execution_id) do update set bytes = excluded.bytes;
    end loop;
  end loop;
end $$;
