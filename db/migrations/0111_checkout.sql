-- In cents of US dollars; 0: free, or part of Pro.
alter table tool add column price_cents bigint not null default 0
  check (price_cents = 0 or (price_cents between 99 and 1000000 and access_tier = 'free'));
-- People who have bought it and not taken their money back.
alter table tool add column sales_count bigint not null default 0;

-- One order of one tool. What it has taken, and what was taken back from it, stands in the books.
create table sale (
  id uuid primary key,
  -- Null once the buyer has left: the sale stays, and nothing in it leads to the person.
  buyer_id uuid references "user" (id) on delete set null,
  tool_id uuid not null references tool (id),
  -- Whose share it is; without a reference, as the books outlive the account.
  creator_id uuid not null,
  status text not null default 'open' check (status in ('open', 'paid', 'canceled')),
  amount bigint not null check (amount between 99 and 1000000),
  tax bigint not null default 0 check (tax between 0 and amount),
  creator_share bigint not null check (creator_share * 10 >= amount * 7 and creator_share <= amount),
  currency text not null default 'usd' check (currency = 'usd'),
  livemode boolean not null,
  licence_type text not null default 'personal' check (licence_type = 'personal'),
  provider text not null check (provider in ('stripe', 'embedded')),
  customer_id text,
  intent_id text unique,
  -- What speaks for the sale when it is disputed.
  consent text,
  consent_at timestamptz,
  address text,
  -- What refunds and disputes that stand claim together; more than the amount when both claim the same money.
  claimed bigint not null default 0 check (claimed >= 0),
  receipt_number text unique,
  fee bigint,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  -- When the creator's share could be paid out.
  released_at timestamptz,
  check ((status = 'paid') = (paid_at is not null)),
  check (claimed = 0 or status = 'paid'),
  check (released_at is null or status = 'paid')
);
create unique index sale_one_open on sale (buyer_id, tool_id) where status = 'open';
create index sale_of_buyer on sale (buyer_id, id desc);
create index sale_of_creator on sale (creator_id, id desc) where status = 'paid';
create index sale_open on sale (created_at) where status = 'open';
create index sale_unreleased on sale (paid_at) where status = 'paid' and released_at is null;
create index sale_without_fee on sale (paid_at) where status = 'paid' and fee is null;

-- One customer with each provider for each person.
create table payment_customer (
  user_id uuid not null references "user" (id) on delete cascade,
  provider text not null,
  livemode boolean not null,
  customer_id text not null unique,
  created_at timestamptz not null default now(),
  primary key (user_id, provider, livemode)
);

create table sale_refund (
  id uuid primary key,
  sale_id uuid not null references sale (id),
  amount bigint not null check (amount > 0),
  -- proposed: waits for a second admin. requested: the provider is being asked. refused: it said no.
  status text not null check (status in ('proposed', 'requested', 'pending', 'succeeded', 'failed', 'refused')),
  origin text not null check (origin in ('buyer', 'creator', 'admin', 'provider')),
  actor_id uuid references "user" (id) on delete set null,
  reason text not null default '',
  provider_refund_id text unique,
  -- Whether the books have it.
  booked boolean not null default false,
  created_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sale_refund_of on sale_refund (sale_id, id);
create index sale_refund_asked on sale_refund (created_at) where status in ('requested', 'pending');

create table sale_dispute (
  id uuid primary key,
  sale_id uuid not null references sale (id),
  provider_dispute_id text not null unique,
  amount bigint not null check (amount > 0),
  fee bigint not null,
  -- What of the creator's share is held for it.
  creator_part bigint not null,
  status text not null default 'open' check (status in ('open', 'won', 'lost')),
  reason text not null,
  respond_by timestamptz,
  evidence_at timestamptz,
  opened_at timestamptz not null default now(),
  ended_at timestamptz
);
create index sale_dispute_of on sale_dispute (sale_id, id);
create index sale_dispute_open on sale_dispute (opened_at) where status = 'open';

-- Numbers without gaps: one row for each series, locked until the sale that takes a number is committed.
create table receipt_series (
  name text primary key,
  last bigint not null
);

create function count_sales() returns trigger language plpgsql as $$
declare
  before boolean := tg_op = 'UPDATE' and old.status = 'paid' and old.claimed < old.amount;
  after boolean := new.status = 'paid' and new.claimed < new.amount;
begin
  if before <> after then
    update tool set sales_count = sales_count + case when after then 1 else -1 end where id = new.tool_id;
  end if;
  return null;
end $$;
create trigger sale_counts after insert or update of status, claimed on sale for each row execute function count_sales();

create function sale_moves() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and old.status <> 'open' then
    raise exception 'a sale that is % stays so', old.status using errcode = '23514';
  end if;
  if (old.amount, old.tool_id, old.creator_id, old.creator_share, old.livemode, old.provider)
     is distinct from (new.amount, new.tool_id, new.creator_id, new.creator_share, new.livemode, new.provider) then
    raise exception 'what was agreed in a sale stays' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger sale_moves before update on sale for each row execute function sale_moves();

-- What the last look at the books found, for admins.
create table money_check (
  name text primary key,
  rule text not null,
  findings bigint not null,
  sample text not null,
  checked_at timestamptz not null default now()
);
