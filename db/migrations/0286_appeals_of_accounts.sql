-- A suspension is a decision too, with its reasons and its appeal. It is about an account: its case and the appeal against
-- it have no tool.
alter table moderation_case alter column tool_id drop not null;
alter table moderation_case drop constraint moderation_case_kind_check;
alter table moderation_case add constraint moderation_case_kind_check
  check (kind in ('review', 'reply', 'report', 'appeal', 'tool', 'counter', 'suspension'));
alter table moderation_case drop constraint moderation_case_decision_check;
alter table moderation_case add constraint moderation_case_decision_check
  check (decision in ('approve', 'hide', 'remove', 'restore', 'uphold', 'lapse', 'suspend'));
alter table moderation_case add constraint moderation_case_tool_check
  check (case kind when 'suspension' then tool_id is null when 'appeal' then true else tool_id is not null end);

insert into moderation_case (id, kind, person_id, subject, due_at, opened_at, closed_at, decision, reason)
select gen_random_uuid(), 'suspension', id, 'The account', suspended_at, suspended_at, suspended_at, 'suspend',
       coalesce(suspended_reason, '')
  from "user" where suspended_at is not null;
