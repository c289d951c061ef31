-- Anybody can run a tool as often as they like: what trends alike is ordered by people, who count once.
drop index tool_by_trend;
create index tool_by_trend on tool (trending desc, people_month desc, id) where status = 'published';
