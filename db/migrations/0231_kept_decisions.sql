-- What was decided before a case was opened again. The person was told so with its reasons, and can still read them.
create table earlier_decision (
  case_id uuid not null references moderation_case (id) on delete cascade,
  -- Which decision of the case.
  round integer not null,
  subject text not null,
  decision text not null,
  ground text,
  reason text,
  decided_by uuid references "user" (id) on delete set null,
  closed_at timestamptz not null,
  primary key (case_id, round)
);
alter table moderation_case
  add column round integer not null default 1,
  -- Of an appeal and a counter-claim: which decision of the case it is about.
  add column appealed_round integer;
update moderation_case set appealed_round = 1 where appealed_id is not null;
alter table moderation_case
  add constraint moderation_case_appealed_round_check check ((appealed_id is null) = (appealed_round is null));
drop index moderation_case_one_appeal;
create unique index moderation_case_one_appeal on moderation_case (appealed_id, kind, appealed_round)
  where appealed_id is not null;

create view moderation_decision as
  select id as case_id, round, subject, decision, ground, reason, decided_by, closed_at
    from moderation_case where closed_at is not null
  union all
  select case_id, round, subject, decision, ground, reason, decided_by, closed_at from earlier_decision;

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
         reason = back.reason, decided_by = back.decided_by, closed_at = back.closed_at
    from back where c.id = back.case_id;
  update moderation_case set subject = 'This text was deleted.' where review_id = old.id and kind = 'review';
  update earlier_decision e set subject = 'This text was deleted.'
    from moderation_case c where c.id = e.case_id and c.review_id = old.id and c.kind = 'review';
  return old;
end $$;
