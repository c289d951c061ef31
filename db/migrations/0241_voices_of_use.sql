-- The first and the last day on which somebody ran a tool are the ends of this index.
drop index tool_run_of_person;
create index tool_run_of_person on tool_run (user_id, tool_id, at) where user_id is not null;

/* Whether somebody has used a tool: they bought it, or the server has run it for them twice, or it succeeded on two days.
   What browsers count by themselves is said in a moment: it takes a second day to be believed. */
create function has_used(tool uuid, person uuid) returns boolean language sql stable as $$
  select exists (select from sale where buyer_id = person and tool_id = tool and stands and livemode = money_is_live())
      or exists (select from tool_run where user_id = person and tool_id = tool and success and source <> 'browser' offset 1)
      or coalesce(
           (select (min(at) at time zone 'utc')::date from tool_run where user_id = person and tool_id = tool and success)
           < (select (max(at) at time zone 'utc')::date from tool_run where user_id = person and tool_id = tool and success),
           false)
$$;

-- Ratings of people who have used the tool weigh twice in the order of the catalogue, never in the average that is shown.
alter table rating add column verified boolean not null default false;
alter table tool
  add column verified_rating_count integer not null default 0,
  add column verified_rating_sum integer not null default 0;

create function decide_rating_verified() returns trigger language plpgsql as $$
begin
  new.verified := has_used(new.tool_id, new.user_id);
  return new;
end $$;
create trigger rating_verified before insert or update of stars on rating
  for each row execute function decide_rating_verified();

create or replace function rate_tool() returns trigger language plpgsql as $$
begin
  select bayesian_rating(new.rating_sum + new.verified_rating_sum, new.rating_count + new.verified_rating_count, mean)
    into new.rating_score from category_rating where category = new.category;
  return new;
end $$;
drop trigger tool_rated on tool;
create trigger tool_rated
  before insert or update of rating_count, rating_sum, verified_rating_count, verified_rating_sum, category on tool
  for each row execute function rate_tool();

create or replace function count_rating() returns trigger language plpgsql as $$
declare
  votes integer := 0;
  stars integer := 0;
  verified_votes integer := 0;
  verified_stars integer := 0;
begin
  if tg_op <> 'DELETE' and new.counted then
    votes := votes + 1;
    stars := stars + new.stars;
    if new.verified then verified_votes := verified_votes + 1; verified_stars := verified_stars + new.stars; end if;
  end if;
  if tg_op <> 'INSERT' and old.counted then
    votes := votes - 1;
    stars := stars - old.stars;
    if old.verified then verified_votes := verified_votes - 1; verified_stars := verified_stars - old.stars; end if;
  end if;
  if (votes, stars, verified_votes, verified_stars) <> (0, 0, 0, 0) then
    update tool set rating_count = rating_count + votes, rating_sum = rating_sum + stars,
           verified_rating_count = verified_rating_count + verified_votes,
           verified_rating_sum = verified_rating_sum + verified_stars
     where id = coalesce(new.tool_id, old.tool_id);
  end if;
  return null;
end $$;
drop trigger rating_counted on rating;
create trigger rating_counted after insert or delete or update of counted, stars, verified on rating
  for each row execute function count_rating();

update rating set verified = true where has_used(tool_id, user_id);
