-- Which money counts: test money or real money, as this installation is set up. Each start says it.
create table money_mode (
  only_row boolean primary key default true check (only_row),
  livemode boolean not null
);
insert into money_mode (livemode) values (false);

create function money_is_live() returns boolean language sql stable as $$ select livemode from money_mode $$;

/* The one place that decides who has Pro: by a subscription or its trial, or because an admin said so. Test money opens
   nothing where real money is taken, and the other way round. */
create or replace function has_pro(person uuid) returns boolean language sql stable as $$
  select exists (select from "user" where id = person and pro_until > now())
      or exists (select from subscription where user_id = person and livemode = money_is_live()
                    and access_until > billing_clock(livemode))
$$;

-- What was begun with test money must not stand in the way of real money.
drop index subscription_one_at_a_time;
create unique index subscription_one_at_a_time on subscription (user_id, livemode)
  where status not in ('incomplete_expired', 'canceled');
drop index subscription_one_trial;
create unique index subscription_one_trial on subscription (user_id, livemode) where had_trial;
drop index sale_one_open;
create unique index sale_one_open on sale (buyer_id, tool_id, livemode) where status = 'open';

-- When the sweep looked at it last: what keeps failing must not keep the others waiting.
alter table sale add column looked_at timestamptz;
alter table sale_refund add column looked_at timestamptz;
alter table sale_dispute add column looked_at timestamptz;
