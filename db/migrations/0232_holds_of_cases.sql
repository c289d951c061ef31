-- What a decision or a first look holds belongs to the case that it was made in, and ends with that one alone. A removal is
-- a hold too, with the words that everybody reads: what removes a tool for another reason does not end it.
alter table tool_hold drop constraint tool_hold_pkey;
alter table tool_hold drop constraint tool_hold_cause_check;
alter table tool_hold
  add column case_id uuid references moderation_case (id) on delete cascade,
  add column removed_reason text,
  add constraint tool_hold_cause_check check (cause in ('decision', 'removal', 'first-look', 'suspension')),
  add constraint tool_hold_removal_check check ((cause = 'removal') = (removed_reason is not null)),
  add constraint tool_hold_one unique nulls not distinct (tool_id, cause, case_id);
create index tool_hold_of_case on tool_hold (case_id) where case_id is not null;

update tool_hold set case_id = (
  select id from moderation_case c
   where c.tool_id = tool_hold.tool_id and c.kind in ('report', 'tool') and c.decision in ('hide', 'remove')
   order by c.closed_at desc limit 1) where cause = 'decision';
update tool_hold set case_id = (
  select id from moderation_case c where c.tool_id = tool_hold.tool_id and c.kind = 'tool'
   order by c.opened_at desc limit 1) where cause = 'first-look';
insert into tool_hold (tool_id, cause, case_id, removed_reason)
select tool.id, 'removal', decided.id, tool.removed_reason
  from tool cross join lateral (
    select id from moderation_case c
     where c.tool_id = tool.id and c.kind in ('report', 'tool') and c.decision in ('hide', 'remove')
     order by c.closed_at desc limit 1) decided
 where tool.status = 'deleted' and tool.removed_reason is not null;
-- Every one of them was made in a case; what would be left could be ended by nobody.
delete from tool_hold where cause <> 'suspension' and case_id is null;
alter table tool_hold add constraint tool_hold_case_check check ((cause = 'suspension') = (case_id is null));
