-- A view counts once an hour; this is when its tool was last opened, which puts it among the recent ones. When it was
-- counted stays, or the figures of a finished day would change.
alter table tool_view add column opened_at timestamptz not null default now();
update tool_view set opened_at = at;
drop index tool_view_user;
create index tool_view_user on tool_view (user_id, opened_at desc) where user_id is not null;
