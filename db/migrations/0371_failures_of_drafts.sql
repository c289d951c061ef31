-- Somebody looks at what they try of a draft, by its test address as by hand: only what runs in production tells that
-- it has begun to fail, and is what it is compared with.
create or replace function tell_workflow_failed() returns trigger language plpgsql as $$
declare
  previous text;
  address text := '/workflows/' || new.workflow_id || '/executions/';
begin
  select status into previous from execution
   where workflow_id = new.workflow_id and (created_at, id) < (new.created_at, new.id) and version is not null
     and trigger_kind <> 'manual' and status in ('succeeded', 'failed')
   order by created_at desc, id desc limit 1;
  if previous = 'failed' then return null; end if;
  insert into notification (id, user_id, kind, title, body, href)
  select gen_random_uuid(), new.owner_id, 'workflow.failed', '“' || left(workflow.name, 150) || '” has begun to fail',
         'Open the run to see which step failed and why.', address || new.id
    from workflow
   where workflow.id = new.workflow_id
     and not exists (select from notification n where n.user_id = new.owner_id and n.kind = 'workflow.failed'
                        and n.read_at is null and starts_with(n.href, address));
  return null;
end $$;
drop trigger workflow_failed_at_once on execution;
create trigger workflow_failed_at_once after insert on execution
  for each row when (new.status = 'failed' and new.trigger_kind <> 'manual' and new.version is not null)
  execute function tell_workflow_failed();
drop trigger workflow_failed on execution;
create trigger workflow_failed after update of status on execution
  for each row when (new.status = 'failed' and old.status <> 'failed' and new.trigger_kind <> 'manual'
                     and new.version is not null)
  execute function tell_workflow_failed();
