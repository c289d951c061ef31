-- One question to a moderator, and later the statement of reasons: what was judged, how, why and by whom.
create table moderation_case (
  id uuid primary key,
  kind text not null check (kind in ('review', 'reply', 'report', 'appeal')),
  tool_id uuid not null references tool (id) on delete cascade,
  review_id uuid references review (id) on delete cascade,
  -- Which text of the review.
  text_version integer,
  -- The case whose decision an appeal is about.
  appealed_id uuid references moderation_case (id) on delete cascade,
  -- Whom the decision concerns.
  person_id uuid references "user" (id) on delete set null,
  -- What was judged, as it read then; of an appeal, the words of who appeals.
  subject text not null,
  -- Grows when the subject changes, so that nobody decides about what they have not read.
  revision integer not null default 1,
  opened_at timestamptz not null default now(),
  due_at timestamptz not null,
  claimed_by uuid references "user" (id) on delete set null,
  claimed_at timestamptz,
  closed_at timestamptz,
  decision text check (decision in ('approve', 'hide', 'remove', 'restore', 'uphold')),
  -- Which rule it is against.
  ground text check (ground in ('spam', 'malware', 'copyright', 'offensive', 'misleading', 'other')),
  reason text,
  decided_by uuid references "user" (id) on delete set null,
  check ((closed_at is null) = (decision is null)),
  check ((kind = 'appeal') = (appealed_id is not null))
);
create index moderation_case_queue on moderation_case (due_at, id) where closed_at is null;
create index moderation_case_closed on moderation_case (closed_at desc, id desc) where closed_at is not null;
create index moderation_case_of_person on moderation_case (person_id) where person_id is not null;
create index moderation_case_of_tool on moderation_case (tool_id);
create index moderation_case_of_review on moderation_case (review_id) where review_id is not null;
create unique index moderation_case_one_report on moderation_case (tool_id) where kind = 'report' and closed_at is null;
create unique index moderation_case_one_text on moderation_case (review_id, kind)
  where kind in ('review', 'reply') and closed_at is null;
create unique index moderation_case_one_appeal on moderation_case (appealed_id) where appealed_id is not null;

create table report (
  id uuid primary key,
  -- What the person who reported can name it by.
  reference text not null unique,
  tool_id uuid not null references tool (id) on delete cascade,
  case_id uuid not null references moderation_case (id) on delete cascade,
  reporter_id uuid references "user" (id) on delete set null,
  -- Account or address under our key, for as long as the report is open.
  who bytea,
  reason text not null check (reason in ('spam', 'malware', 'copyright', 'offensive', 'misleading', 'other')),
  details text not null check (char_length(details) <= 2000),
  -- Null while nobody has decided.
  upheld boolean,
  closed_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index report_one_open on report (tool_id, who) where upheld is null;
create index report_of_case on report (case_id);
create index report_of_person on report (reporter_id, created_at desc) where reporter_id is not null;

-- Why moderators took a tool down, in words for everybody; null for what its creator removed.
alter table tool add column removed_reason text;
