-- What the provider kept of a payment may be known an hour after it: until then a sweep asks again.
alter table subscription_order add column looked_at timestamptz;
create index subscription_order_without_fee on subscription_order (looked_at nulls first, paid_at)
  where status = 'paid' and fee is null;
