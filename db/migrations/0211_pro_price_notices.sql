-- The price that an order goes by, before tax and before what was left of a month: the one that was agreed.
alter table subscription_order add column price bigint check (price > 0);
-- What an upgrade charged was a year, which has never cost anything else, less what was left of a month.
update subscription_order set price = case reason when 'upgrade' then 9000 else amount - tax end;
alter table subscription_order alter column price set not null;

-- Whom we have told of a higher price, and when: it holds for them only a while after.
create table subscription_price_notice (
  subscription_id uuid not null references subscription (id),
  interval text not null check (interval in ('month', 'year')),
  price bigint not null check (price > 0),
  told_at timestamptz not null,
  primary key (subscription_id, interval, price)
);
