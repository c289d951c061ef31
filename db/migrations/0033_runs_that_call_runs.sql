alter table execution
  -- The run that called this one, the step in it ("n_call", in loops "n_call@3"), and whether that waits for the end.
  add column parent_id uuid references execution (id) on delete set null,
  add column parent_step text,
  add column parent_waits boolean not null default false,
  -- How many runs stand above it.
  add column depth integer not null default 0,
  -- It has called runs itself.
  add column has_called boolean not null default false;
create index execution_parent on execution (parent_id) where parent_id is not null;

-- However a run ends, in the same transaction: the step that waits for it goes on with what came of it, and the runs
-- that it waits for itself are to stop.
create function execution_has_ended() returns trigger language plpgsql as $$
declare
  waiting integer;
begin
  if new.parent_waits then
    insert into execution_wait as w (execution_id, place, ended_at, answer)
      select p.id, new.parent_step || ':0', now(), json_build_object('value',
          json_build_object('status', new.status, 'output', new.output, 'error', new.error))
        from execution p where p.id = new.parent_id and p.finished_at is null
      on conflict (execution_id, place) do update set ended_at = now(), answer = excluded.answer where w.ended_at is null
      returning w.segment into waiting;
    if waiting is not null then
      update dbos.workflow_status set status = 'ENQUEUED', delay_until_epoch_ms = null,
          updated_at = (extract(epoch from now()) * 1000)::bigint
        where workflow_uuid = new.parent_id || case waiting when 0 then '' else '~' || waiting end and status = 'DELAYED';
    end if;
  end if;
  if new.has_called then
    update execution set cancel_requested = true
      where parent_id = new.id and parent_waits and status in ('queued', 'running', 'waiting');
  end if;
  return null;
end $$;
create trigger execution_has_ended after update of status on execution for each row
  when (old.finished_at is null and new.finished_at is not null and (new.parent_waits or new.has_called))
  execute function execution_has_ended();
