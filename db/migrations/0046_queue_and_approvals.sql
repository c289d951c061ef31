-- Addresses that were asked and that no account has confirmed. They count as people who have not answered, so that
-- nobody learns from a run who has an account.
alter table approval add column absent text[] not null default '{}';

-- Beside a million queued runs those that run are few: whoever looks for them must not read the others.
drop index execution_live;
create index execution_live on execution (status, executor_id) where status in ('queued', 'running', 'waiting');
