-- What quality also grows and sinks with; the hourly job counts them from the rows of what happened.
alter table tool
  add column cloners integer not null default 0,
  add column buyers_quarter integer not null default 0,
  add column upheld_reports integer not null default 0;

create index sale_standing on sale (tool_id, paid_at) where stands;
create index report_upheld on report (tool_id, closed_at) where upheld;
