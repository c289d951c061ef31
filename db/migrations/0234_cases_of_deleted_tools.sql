-- Nobody has to decide about a tool that its creator has deleted. What was reported of one stays open: reporters and those
-- who claim a copyright get an answer.
alter table moderation_case drop constraint moderation_case_decision_check;
alter table moderation_case add constraint moderation_case_decision_check
  check (decision in ('approve', 'hide', 'remove', 'restore', 'uphold', 'lapse'));

-- A trigger, because tools also go with accounts.
create function lapse_cases_of_tool() returns trigger language plpgsql as $$
begin
  update moderation_case
     set decision = 'lapse', closed_at = now(), claimed_by = null, claimed_at = null
   where tool_id = new.id and kind = 'tool' and closed_at is null;
  return null;
end $$;
create trigger tool_lapses_cases after update of status on tool for each row
  when (new.status = 'deleted' and new.removed_reason is null and old.status <> 'deleted')
  execute function lapse_cases_of_tool();
update moderation_case c set decision = 'lapse', closed_at = now(), claimed_by = null, claimed_at = null
  from tool where tool.id = c.tool_id and tool.status = 'deleted' and tool.removed_reason is null
   and c.kind = 'tool' and c.closed_at is null;

-- The case went on about a newer version: what was decided about the one before was not taken back.
alter table earlier_decision add column stands boolean not null default false;
