-- Pro. What a subscription is follows from its history; the row keeps what is searched for, and must agree with it.
create table subscription (
  id uuid primary key,
  -- Null once its owner has left: what was paid stays in the books.
  user_id uuid references "user" (id) on delete set null,
  status text not null check (status in (
    'incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')),
  had_trial boolean not null default false,
  access_until timestamptz,
  -- When the clock has something to do with it.
  next_at timestamptz,
  provider text not null check (provider in ('stripe', 'embedded')),
  livemode boolean not null,
  customer_id text not null,
  card_id text,
  card_brand text,
  card_last4 text check (card_last4 ~ '^\d{4}$'),
  card_exp_month smallint,
  card_exp_year smallint,
  -- The form that is open for another card.
  setup_id text unique,
  created_at timestamptz not null,
  check ((card_id is null) = (card_last4 is null)),
  check (next_at is null or status not in ('incomplete_expired', 'canceled'))
);
create unique index subscription_one_at_a_time on subscription (user_id)
  where status not in ('incomplete_expired', 'canceled');
create unique index subscription_one_trial on subscription (user_id) where had_trial;
create index subscription_of_user on subscription (user_id, id desc);
create index subscription_due on subscription (next_at) where next_at is not null;

create table subscription_event (
  subscription_id uuid not null references subscription (id),
  seq integer not null check (seq >= 0),
  at timestamptz not null,
  kind text not null check (kind in (
    'started', 'card_saved', 'card_missing', 'noticed', 'given_up', 'expired', 'ended', 'cancel_requested', 'resumed',
    'trial_started', 'paid', 'payment_failed', 'switch_planned')),
  data json not null,
  primary key (subscription_id, seq)
);
create function history_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% of a history is refused', tg_op using errcode = '42501';
end $$;
create trigger append_only before update or delete on subscription_event
  for each row execute function history_is_append_only();
create trigger no_truncate before truncate on subscription_event
  for each statement execute function history_is_append_only();

-- One order for each period. What pays it may be tried several times, one try at a time.
create table subscription_order (
  id uuid primary key,
  subscription_id uuid not null references subscription (id),
  period integer not null check (period >= 0),
  reason text not null check (reason in ('first', 'renewal', 'upgrade')),
  interval text not null check (interval in ('month', 'year')),
  status text not null default 'open' check (status in ('open', 'paid', 'canceled')),
  amount bigint not null check (amount between 50 and 1000000),
  tax bigint not null default 0 check (tax between 0 and amount),
  currency text not null default 'usd' check (currency = 'usd'),
  livemode boolean not null,
  -- The try that is under way: at a form, or by itself with this card. Its number is in the key that the provider gets.
  attempt integer not null default 0,
  mode text check (mode in ('here', 'away')),
  attempt_card text,
  intent_id text unique,
  fee bigint,
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null,
  paid_at timestamptz,
  check ((status = 'paid') = (paid_at is not null and starts_at is not null and ends_at is not null)),
  check ((mode = 'away') = (attempt_card is not null) or mode is null)
);
-- What was given up makes room for another order of the same period.
create unique index subscription_order_one on subscription_order (subscription_id, period) where status <> 'canceled';
create index subscription_order_paid on subscription_order (paid_at) where status = 'paid';

/* Now, for whoever bills: test money has a clock that can be moved. */
create function billing_clock(live boolean) returns timestamptz language plpgsql stable as $$
begin
  if live then return now(); end if;
  return test_payments.clock();
end $$;

/* The one place that decides who has Pro: by a subscription or its trial, or because an admin said so. */
create function has_pro(person uuid) returns boolean language sql stable as $$
  select exists (select from "user" where id = person and pro_until > now())
      or exists (select from subscription where user_id = person and access_until > billing_clock(livemode))
$$;
