create table rating (
  id uuid primary key,
  tool_id uuid not null references tool (id) on delete cascade,
  user_id uuid not null references "user" (id) on delete cascade,
  stars smallint not null check (stars between 1 and 5),
  -- Whether tool.rating_count holds it: only accounts with a confirmed address that are not suspended count.
  counted boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tool_id, user_id)
);
create index rating_counted on rating (tool_id, stars) where counted;
create index rating_of_person on rating (user_id);
-- Whether somebody has used a tool; without it, all of their runs are read.
create index tool_run_of_person on tool_run (user_id, tool_id) where user_id is not null;

create table review (
  id uuid primary key,
  tool_id uuid not null,
  user_id uuid not null,
  -- The number of the newest text, and of the one that everybody sees.
  latest integer not null default 1,
  shown integer,
  helpful_count integer not null default 0,
  vote_count integer not null default 0,
  -- Of the tool's creator.
  reply text check (char_length(reply) between 1 and 2000),
  replied_at timestamptz,
  reply_hidden boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (tool_id, user_id),
  -- No review without a rating: whoever takes back the one takes back the other.
  foreign key (tool_id, user_id) references rating (tool_id, user_id) on delete cascade
);
create index review_of_person on review (user_id);

-- The lower end of the Wilson interval (95 %) for the share of votes that say "helpful": three of three come to 0.438,
-- forty of fifty to 0.670.
create function wilson_bound(yes bigint, votes bigint) returns double precision language sql immutable as $$
  select case when votes = 0 then 0 else
    (yes::double precision / votes + 1.9208 / votes
       - 1.96 * sqrt((yes::double precision * (votes - yes) / votes + 0.9604) / votes / votes)) / (1 + 3.8416 / votes)
  end
$$;
alter table review add column helpful_score double precision not null
  generated always as (wilson_bound(helpful_count, vote_count)) stored;
create index review_by_helpfulness on review (tool_id, helpful_score desc, id desc) where shown is not null;
create index review_by_date on review (tool_id, id desc) where shown is not null;

-- Every text that a review has had.
create table review_text (
  review_id uuid not null references review (id) on delete cascade,
  version integer not null,
  title text not null check (char_length(title) between 1 and 100),
  content text not null check (char_length(content) between 1 and 2000),
  status text not null default 'pending' check (status in ('pending', 'approved', 'hidden', 'replaced')),
  created_at timestamptz not null default now(),
  primary key (review_id, version)
);

create table review_vote (
  review_id uuid not null references review (id) on delete cascade,
  user_id uuid not null references "user" (id) on delete cascade,
  helpful boolean not null,
  counted boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (review_id, user_id)
);
create index review_vote_of_person on review_vote (user_id);

-- Triggers, because rows also come and go with accounts: the counts follow whatever the reason.
create function decide_voice_counts() returns trigger language plpgsql as $$
begin
  select email_verified_at is not null and suspended_at is null into new.counted from "user" where id = new.user_id;
  return new;
end $$;
create trigger rating_counts before insert on rating for each row execute function decide_voice_counts();
create trigger review_vote_counts before insert on review_vote for each row execute function decide_voice_counts();

create function count_rating() returns trigger language plpgsql as $$
declare
  votes integer := 0;
  stars integer := 0;
begin
  if tg_op <> 'DELETE' and new.counted then votes := votes + 1; stars := stars + new.stars; end if;
  if tg_op <> 'INSERT' and old.counted then votes := votes - 1; stars := stars - old.stars; end if;
  if votes <> 0 or stars <> 0 then
    update tool set rating_count = rating_count + votes, rating_sum = rating_sum + stars
     where id = coalesce(new.tool_id, old.tool_id);
  end if;
  return null;
end $$;
create trigger rating_counted after insert or delete or update of counted, stars on rating
  for each row execute function count_rating();

create function count_review_vote() returns trigger language plpgsql as $$
declare
  yes integer := 0;
  votes integer := 0;
begin
  if tg_op <> 'DELETE' and new.counted then votes := votes + 1; yes := yes + new.helpful::integer; end if;
  if tg_op <> 'INSERT' and old.counted then votes := votes - 1; yes := yes - old.helpful::integer; end if;
  if votes <> 0 or yes <> 0 then
    update review set helpful_count = helpful_count + yes, vote_count = vote_count + votes
     where id = coalesce(new.review_id, old.review_id);
  end if;
  return null;
end $$;
create trigger review_vote_counted after insert or delete or update of counted, helpful on review_vote
  for each row execute function count_review_vote();

create function count_voices_of_person() returns trigger language plpgsql as $$
declare
  counts boolean := new.email_verified_at is not null and new.suspended_at is null;
begin
  update rating set counted = counts where user_id = new.id and counted <> counts;
  update review_vote set counted = counts where user_id = new.id and counted <> counts;
  return null;
end $$;
create trigger user_voice_changed after update of email_verified_at, suspended_at on "user"
  for each row when ((old.email_verified_at is not null and old.suspended_at is null)
                     <> (new.email_verified_at is not null and new.suspended_at is null))
  execute function count_voices_of_person();
