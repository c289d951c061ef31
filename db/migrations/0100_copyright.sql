-- What somebody who owns a copyright says, with what the law asks for. It belongs to the report that brought it.
create table copyright_claim (
  report_id uuid primary key references report (id) on delete cascade,
  claimant text not null check (char_length(claimant) between 1 and 120),
  email text not null,
  -- The work, and where it is.
  work text not null check (char_length(work) between 1 and 2000),
  -- Earlier than the row when it came by mail.
  received_at timestamptz not null default now()
);

-- Every date of the claims of one case. They stay when the case is opened again.
create table copyright_dispute (
  case_id uuid primary key references moderation_case (id) on delete cascade,
  hidden_at timestamptz,
  countered_at timestamptz,
  counter_name text,
  counter_contact text,
  -- The tool comes back between these two, unless the claimant goes to court.
  restore_from timestamptz,
  restore_by timestamptz,
  court_at timestamptz,
  restored_at timestamptz,
  check ((countered_at is null) = (restore_from is null) and (countered_at is null) = (restore_by is null))
);

-- A counter-claim is a question of its own, about the decision that it is against; its subject is what the owner says.
alter table moderation_case drop constraint moderation_case_kind_check;
alter table moderation_case add constraint moderation_case_kind_check
  check (kind in ('review', 'reply', 'report', 'appeal', 'tool', 'counter'));
alter table moderation_case drop constraint moderation_case_check1;
alter table moderation_case add constraint moderation_case_appealed_check
  check ((kind in ('appeal', 'counter')) = (appealed_id is not null));
drop index moderation_case_one_appeal;
create unique index moderation_case_one_appeal on moderation_case (appealed_id, kind) where appealed_id is not null;
