-- Words by which their owner finds workflows again.
alter table workflow add column tags text[] not null default '{}';

-- A workflow that was deleted is kept for a while with all that belongs to it, so that it can be brought back as it
-- was. Its status keeps everything from starting it, as that of a draft or a paused one does.
alter table workflow
  add column status_before text check (status_before in ('draft', 'published', 'paused')),
  add column deleted_at timestamptz,
  drop constraint workflow_status_check,
  drop constraint workflow_check,
  add constraint workflow_status_check check (status in ('draft', 'published', 'paused', 'deleted')),
  add constraint workflow_version_check
    check ((coalesce(status_before, status) = 'draft') = (published_version is null)),
  add constraint workflow_deleted_check
    check ((status = 'deleted') = (deleted_at is not null) and (deleted_at is null) = (status_before is null));
create index workflow_deleted on workflow (deleted_at) where deleted_at is not null;
