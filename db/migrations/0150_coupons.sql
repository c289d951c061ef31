-- Codes with which a creator sells for less, or gives away.
create table coupon (
  id uuid primary key,
  owner_id uuid not null references "user" (id) on delete cascade,
  code text not null check (code ~ '^[A-Z0-9][A-Z0-9-]{2,29}$'),
  -- Null: every tool that its owner sells.
  tool_id uuid references tool (id) on delete cascade,
  -- One of the two.
  percent smallint check (percent between 1 and 100),
  cents_off bigint check (cents_off between 1 and 1000000),
  -- Null: as often as people like, each of them once.
  max_uses bigint check (max_uses between 1 and 100000),
  -- Orders that are paid or open; one that is given up gives its use back.
  uses bigint not null default 0 check (uses >= 0 and (max_uses is null or uses <= max_uses)),
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- When its owner ended it.
  ended_at timestamptz,
  created_at timestamptz not null default now(),
  check ((percent is null) <> (cents_off is null)),
  check (ends_at > starts_at)
);
create unique index coupon_code on coupon (owner_id, code) where ended_at is null;
create index coupon_of_owner on coupon (owner_id, id desc);

alter table sale
  -- The code outlives its coupon: a receipt names it.
  add column coupon_id uuid references coupon (id) on delete set null,
  add column coupon_code text,
  -- What was taken off the price.
  add column discount bigint not null default 0 check (discount between 0 and 1000000),
  drop constraint sale_amount_check,
  -- Processors take no less than 50 cents; what costs nothing never gets to them.
  add constraint sale_amount_check check (amount = 0 or amount between 50 and 1000000),
  add constraint sale_discounted_check check ((discount > 0) = (coupon_code is not null) and (amount > 0 or discount > 0)),
  -- Paid, or given for nothing, and not all of it given back or disputed.
  add column stands boolean not null generated always as (status = 'paid' and (amount = 0 or claimed < amount)) stored;
-- Once for each person, also when they have taken their money back.
create unique index sale_one_coupon on sale (coupon_id, buyer_id) where coupon_id is not null and status <> 'canceled';

create or replace function count_sales() returns trigger language plpgsql as $$
declare
  before boolean := tg_op = 'UPDATE' and old.stands;
begin
  if before <> new.stands then
    update tool set sales_count = sales_count + case when new.stands then 1 else -1 end where id = new.tool_id;
  end if;
  return null;
end $$;

/* Reserves a use with the order, whoever writes it, and gives it back with an order that is given up. */
create function count_coupon_uses() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update coupon set uses = uses + 1 where id = new.coupon_id;
  elsif new.status = 'canceled' and old.status <> 'canceled' then
    update coupon set uses = uses - 1 where id = new.coupon_id;
  end if;
  return null;
end $$;
create trigger sale_uses_coupon after insert or update of status on sale
  for each row when (new.coupon_id is not null) execute function count_coupon_uses();

create or replace function sale_moves() returns trigger language plpgsql as $$
begin
  if old.status <> new.status and old.status <> 'open' then
    raise exception 'a sale that is % stays so', old.status using errcode = '23514';
  end if;
  if (old.amount, old.discount, old.coupon_code, old.tool_id, old.creator_id, old.creator_share, old.livemode, old.provider)
     is distinct from
     (new.amount, new.discount, new.coupon_code, new.tool_id, new.creator_id, new.creator_share, new.livemode, new.provider)
  then
    raise exception 'what was agreed in a sale stays' using errcode = '23514';
  end if;
  return new;
end $$;

-- A tool that was given for nothing has a receipt, and so a document of zero.
alter table invoice
  drop constraint invoice_check,
  add constraint invoice_amount_check check ((kind = 'invoice') = (amount >= 0));
