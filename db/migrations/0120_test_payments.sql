-- A payment processor of our own, for development and tests. Nothing in it is real money, no row of it may say so,
-- and no other table refers to it: we ask it as we would ask one that is far away.
create schema test_payments;

create table test_payments.world (
  is_only boolean primary key default true check (is_only),
  -- How far its clock is ahead of ours.
  ahead_seconds bigint not null default 0 check (ahead_seconds >= 0),
  -- How its webhooks go out: when, how often, in which order, or not at all until somebody asks for them.
  deliver_after_seconds integer not null default 0 check (deliver_after_seconds >= 0),
  deliver_times integer not null default 1 check (deliver_times between 1 and 5),
  deliver_shuffled boolean not null default false,
  deliver_held boolean not null default false
);
insert into test_payments.world default values;

create function test_payments.clock() returns timestamptz language sql volatile as
  'select clock_timestamp() + make_interval(secs => ahead_seconds) from test_payments.world';

-- What a call has answered. The same key with other values is refused.
create table test_payments.answered (
  key text primary key check (length(key) between 1 and 255),
  fingerprint bytea not null,
  answer jsonb,
  livemode boolean not null default false check (not livemode)
);

create table test_payments.customer (
  id text primary key,
  account_id text not null,
  livemode boolean not null default false check (not livemode)
);

-- Of the number only the last four digits stay, and how this test card behaves.
create table test_payments.card (
  id text primary key,
  customer_id text references test_payments.customer (id),
  behaviour text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^\d{4}$'),
  exp_month smallint not null,
  exp_year smallint not null,
  livemode boolean not null default false check (not livemode)
);

create table test_payments.intent (
  id text primary key,
  -- A payment, or a form that only saves a card.
  kind text not null check (kind in ('payment', 'setup')),
  customer_id text not null references test_payments.customer (id),
  amount bigint not null check (amount >= 0),
  status text not null check (
    status in ('requires_payment_method', 'requires_confirmation', 'requires_action', 'processing', 'succeeded', 'canceled')
  ),
  received bigint not null default 0 check (received in (0, amount)),
  client_secret text not null unique,
  description text not null default '',
  metadata jsonb not null default '{}',
  saves_card boolean not null,
  card_id text references test_payments.card (id),
  charge_id text unique,
  fee bigint,
  failure jsonb,
  created_at timestamptz not null default test_payments.clock(),
  livemode boolean not null default false check (not livemode)
);

create table test_payments.refund (
  id text primary key,
  intent_id text not null references test_payments.intent (id),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('pending', 'succeeded', 'failed')),
  metadata jsonb not null,
  livemode boolean not null default false check (not livemode)
);
create index refund_intent on test_payments.refund (intent_id);

create table test_payments.dispute (
  id text primary key,
  intent_id text not null unique references test_payments.intent (id),
  amount bigint not null check (amount > 0),
  fee bigint not null,
  reason text not null,
  status text not null check (status in ('needs_response', 'under_review', 'won', 'lost')),
  respond_by timestamptz not null,
  livemode boolean not null default false check (not livemode)
);

create table test_payments.payee (
  id text primary key,
  account_id text not null,
  -- Opens the page where somebody says where their money goes.
  onboarding_token text not null unique,
  return_url text,
  -- Null until somebody said it.
  bank text check (bank in ('pays', 'refuses')),
  livemode boolean not null default false check (not livemode)
);

create table test_payments.transfer (
  id text primary key,
  payee_id text not null references test_payments.payee (id),
  amount bigint not null check (amount > 0),
  status text not null check (status in ('in_transit', 'paid', 'failed')),
  metadata jsonb not null,
  livemode boolean not null default false check (not livemode)
);

create table test_payments.balance_move (
  seq bigint generated always as identity primary key,
  id text not null unique,
  kind text not null,
  amount bigint not null,
  fee bigint not null,
  source_id text not null,
  created_at timestamptz not null default test_payments.clock(),
  livemode boolean not null default false check (not livemode)
);

create table test_payments.event (
  seq bigint generated always as identity primary key,
  id text not null unique,
  type text not null,
  object_id text not null,
  created_at timestamptz not null default test_payments.clock(),
  -- By our clock: the next time that it is sent.
  due_at timestamptz,
  sent integer not null default 0,
  failed integer not null default 0,
  livemode boolean not null default false check (not livemode)
);
create index event_due on test_payments.event (due_at) where due_at is not null;

-- What happens later, by its own clock.
create table test_payments.later (
  seq bigint generated always as identity primary key,
  at timestamptz not null,
  what text not null,
  object_id text not null,
  livemode boolean not null default false check (not livemode)
);
create index later_at on test_payments.later (at);
