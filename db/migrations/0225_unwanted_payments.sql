-- A payment for Pro that came after its subscription had ended, or was told to, while the card was being charged: nothing
-- is given for it, and it goes back. It leaves room for another order of the same period.
alter table subscription_order
  add column sent_at timestamptz,
  add column unwanted boolean not null default false,
  add constraint subscription_order_unwanted_check check (not unwanted or (status = 'paid' and starts_at = ends_at));
-- What was begun before may have been sent.
update subscription_order set sent_at = now() where mode = 'away';
drop index subscription_order_one;
create unique index subscription_order_one on subscription_order (subscription_id, period)
  where status <> 'canceled' and not unwanted;
create index subscription_order_unwanted on subscription_order (paid_at) where unwanted;
