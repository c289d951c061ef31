-- What was taken back of a payment for Pro: money that we sent back, and money that a bank took.
create table subscription_claim (
  id uuid primary key,
  order_id uuid not null references subscription_order (id),
  kind text not null check (kind in ('refund', 'dispute')),
  provider_id text not null unique,
  amount bigint not null check (amount > 0),
  -- What the provider takes for a dispute, whoever wins.
  fee bigint not null default 0 check (fee >= 0),
  status text not null check (
    case kind when 'refund' then status in ('pending', 'succeeded', 'failed') else status in ('open', 'won', 'lost') end),
  created_at timestamptz not null,
  ended_at timestamptz,
  check ((ended_at is null) = (status in ('pending', 'open')))
);
create index subscription_claim_of on subscription_claim (order_id);
