-- A case that is opened again has its clock anew; each decision keeps when its question was put.
alter table earlier_decision add column opened_at timestamptz;
-- Where the clock has been set since, nobody knows any more.
update earlier_decision e set opened_at = least(c.opened_at, e.closed_at)
  from moderation_case c where c.id = e.case_id;
alter table earlier_decision alter column opened_at set not null;

create or replace view moderation_decision as
  select id as case_id, round, subject, decision, ground, reason, decided_by, closed_at, opened_at
    from moderation_case where closed_at is not null
  union all
  select case_id, round, subject, decision, ground, reason, decided_by, closed_at, opened_at from earlier_decision;

create or replace function leave_decisions_of_review() returns trigger language plpgsql as $$
begin
  -- Nobody has to decide about what is no longer there; what was decided before stays as it was.
  delete from moderation_case where review_id = old.id and kind in ('review', 'reply') and closed_at is null and round = 1;
  with back as (
    delete from earlier_decision e using moderation_case c
     where c.id = e.case_id and c.review_id = old.id and c.kind in ('review', 'reply') and c.closed_at is null
       and e.round = c.round - 1
    returning e.*)
  update moderation_case c
     set round = back.round, subject = back.subject, decision = back.decision, ground = back.ground,
         reason = back.reason, decided_by = back.decided_by, opened_at = back.opened_at, closed_at = back.closed_at
    from back where c.id = back.case_id;
  update moderation_case set subject = 'This text was deleted.' where review_id = old.id and kind = 'review';
  update earlier_decision e set subject = 'This text was deleted.'
    from moderation_case c where c.id = e.case_id and c.review_id = old.id and c.kind = 'review';
  return old;
end $$;
