-- What the catalogue is ordered by. Each order has one index that can be walked from its beginning.
create extension if not exists pg_trgm;

-- Mean of all ratings in a category: what a tool without ratings is taken for.
create table category_rating (
  category text primary key,
  mean double precision not null default 3.5
);
insert into category_rating (category)
  values ('calculator'), ('converter'), ('developer'), ('health'), ('design'), ('finance');

-- Every tool begins with eight ratings of its category's mean, so one vote of five stars does not lead the list.
create function bayesian_rating(stars bigint, votes bigint, mean double precision) returns double precision
  language sql immutable as $$ select (8 * mean + stars) / (8 + votes) $$;

-- A sum whose parts halve every 48 hours, as a logarithm: the order of two sums never changes while time passes, so
-- nothing is ever recomputed. The floor keeps an old sum from underflowing.
create function forward_decay(score double precision, weight double precision, at timestamptz) returns double precision
  language sql immutable as $$
  select now_at + ln(power(2::double precision, greatest(score - now_at, -500)) + weight) / ln(2::double precision)
    from (select extract(epoch from at - timestamptz '2026-01-01 00:00:00+00')::double precision / 172800 as now_at) age
$$;

alter table tool
  add column quality real not null default 0,
  -- What quality was computed from.
  add column people_month integer not null default 0,
  add column success_rate real,
  add column trending double precision not null default 0,
  add column rating_score double precision not null default 3.5;

create function rate_tool() returns trigger language plpgsql as $$
begin
  select bayesian_rating(new.rating_sum, new.rating_count, mean) into new.rating_score
    from category_rating where category = new.category;
  return new;
end $$;
create trigger tool_rated before insert or update of rating_count, rating_sum, category on tool
  for each row execute function rate_tool();
update tool set rating_sum = rating_sum;

-- Who used a tool on which day, in UTC; only people with a confirmed address, and never its creator.
create table tool_person (
  tool_id uuid not null references tool (id) on delete cascade,
  user_id uuid not null references "user" (id) on delete cascade,
  day date not null,
  primary key (tool_id, user_id, day)
);
create index tool_person_of_user on tool_person (user_id, day);
create index tool_person_by_day on tool_person (day);
create index tool_run_by_time on tool_run using brin (at);

drop index tool_by_runs;
drop index tool_by_category;
create index tool_by_quality on tool (quality desc, id) where status = 'published';
create index tool_by_category on tool (category, quality desc, id) where status = 'published';
create index tool_by_trend on tool (trending desc, run_count desc, id) where status = 'published';
create index tool_by_rating on tool (rating_score desc, quality desc, id) where status = 'published';
create index tool_by_name on tool using gin (lower(title) gin_trgm_ops);
