-- Among a million queued runs the few that are to stop are found at once.
create index execution_idle_cancelled on execution (id) where cancel_requested and status in ('queued', 'waiting');

-- As before, but whoever is to stop itself gets no answer: it would take the end of what it called for a failure.
create or replace function execution_has_ended() returns trigger language plpgsql as $$
declare
  waiting integer;
begin
  if new.parent_waits then
    insert into execution_wait as w (execution_id, place, ended_at, answer)
      select p.id, new.parent_step || ':0', now(), json_build_object('value',
          json_build_object('status', new.status, 'output', new.output, 'error', new.error))
        from execution p where p.id = new.parent_id and p.finished_at is null and not p.cancel_requested
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
