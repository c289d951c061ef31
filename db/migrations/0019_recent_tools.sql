-- The tools that somebody opened last.
create index tool_view_user on tool_view (user_id, at desc) where user_id is not null;
