-- Whether a run says something about the tool to its creator: of what browsers count, one for each tool, person or address,
-- and day. All of them are runs.
alter table tool_run add column in_figures boolean not null default true;
