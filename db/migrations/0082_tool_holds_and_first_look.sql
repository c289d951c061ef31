-- Why a tool is out of sight. Each cause comes and goes by itself, so that what ends one of them does not end the others.
create table tool_hold (
  tool_id uuid not null references tool (id) on delete cascade,
  cause text not null check (cause in ('decision', 'first-look', 'suspension')),
  since timestamptz not null default now(),
  primary key (tool_id, cause)
);
insert into tool_hold (tool_id, cause) select id, 'decision' from tool where status = 'hidden';

alter table moderation_case drop constraint moderation_case_kind_check;
alter table moderation_case add constraint moderation_case_kind_check
  check (kind in ('review', 'reply', 'report', 'appeal', 'tool'));
-- What the first look found in a tool: hints, as [{"kind", "where", "excerpt"}].
alter table moderation_case add column hints json not null default '[]';
create unique index moderation_case_one_tool on moderation_case (tool_id) where kind = 'tool' and closed_at is null;
