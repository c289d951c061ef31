create table notification (
  id uuid primary key,
  user_id uuid not null references "user" (id) on delete cascade,
  -- Dotted, like "api-key.created"; src/lib/notification-kinds.ts lists them.
  kind text not null,
  title text not null check (char_length(title) between 1 and 200),
  body text not null default '' check (char_length(body) <= 1000),
  -- Path on this site.
  href text check (href like '/%'),
  created_at timestamptz not null default now(),
  read_at timestamptz
);
create index notification_newest on notification (user_id, created_at desc, id desc);
create index notification_unread on notification (user_id, kind) where read_at is null;
create index notification_by_age on notification (created_at);

-- Every process hears of it once the transaction is committed, whichever process made the change.
create function tell_notification_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('notification_changed', new.user_id::text);
  return null;
end $$;
create trigger notification_changed after insert or update of read_at on notification
  for each row execute function tell_notification_changed();

-- Open streams of a session end with it, however it ended.
create function tell_session_ended() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_ended', old.id::text);
  return null;
end $$;
create trigger session_ended after delete on session for each row execute function tell_session_ended();

-- A workflow that begins to fail tells its owner, once, until it has worked again or the message was read. It happens
-- here because both lanes and every takeover end runs, in batches. Runs by hand have somebody who looks at them.
create function tell_workflow_failed() returns trigger language plpgsql as $$
declare
  previous text;
  address text := '/workflows/' || new.workflow_id || '/executions/';
begin
  select status into previous from execution
   where workflow_id = new.workflow_id and (created_at, id) < (new.created_at, new.id)
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
create trigger workflow_failed_at_once after insert on execution
  for each row when (new.status = 'failed' and new.trigger_kind <> 'manual') execute function tell_workflow_failed();
create trigger workflow_failed after update of status on execution
  for each row when (new.status = 'failed' and old.status <> 'failed' and new.trigger_kind <> 'manual')
  execute function tell_workflow_failed();
