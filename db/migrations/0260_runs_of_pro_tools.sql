-- Whether a tool was one of Pro when it was run: the shares of a month go by that, not by what its creator chose since.
alter table tool_run add column of_pro boolean not null default false;
-- Nothing better is known of what was run before.
update tool_run set of_pro = true from tool where tool.id = tool_run.tool_id and tool.access_tier = 'pro';
