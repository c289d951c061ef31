-- What admins give back of payments for Pro. What came of it is the claim that has its id, once the provider has made it.
create table subscription_refund (
  id uuid primary key,
  order_id uuid not null references subscription_order (id),
  amount bigint not null check (amount > 0),
  -- proposed: waits for a second admin. requested: the provider is asked, or was. refused: it said no.
  status text not null check (status in ('proposed', 'requested', 'refused')),
  actor_id uuid references "user" (id) on delete set null,
  -- The second admin of one that takes two.
  agreed_by uuid references "user" (id) on delete set null,
  reason text not null,
  created_at timestamptz not null default now(),
  looked_at timestamptz
);
create index subscription_refund_of on subscription_refund (order_id, id);
create index subscription_refund_asked on subscription_refund (created_at) where status = 'requested';
create index subscription_refund_by on subscription_refund (actor_id) where actor_id is not null;
create index subscription_refund_agreed on subscription_refund (agreed_by) where agreed_by is not null;

-- Admins are told of these as of refunds of tools.
create or replace function tell_refund_proposed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into notification (id, user_id, kind, title, body, href)
  select gen_random_uuid(), id, 'refund.proposed', 'A refund of ' || in_dollars(new.amount) || ' waits for a second admin',
         left(new.reason, 1000),
         '/admin/payments/' || coalesce(to_jsonb(new) ->> 'sale_id', to_jsonb(new) ->> 'order_id')
    from "user" where role in ('admin', 'super_admin') and suspended_at is null and deletion_due_at is null
                  and id is distinct from new.actor_id;
  return null;
end $$;
create trigger refund_proposed after insert on subscription_refund
  for each row when (new.status = 'proposed') execute function tell_refund_proposed();
create trigger refund_failed after update of status on subscription_refund
  for each row when (new.status = 'refused' and old.status <> 'refused') execute function tell_refund_failed();

-- All of what the running period cost is back with its payer: it ends then.
alter table subscription_event
  drop constraint subscription_event_kind_check,
  add constraint subscription_event_kind_check check (kind in (
    'started', 'card_saved', 'card_missing', 'noticed', 'given_up', 'expired', 'ended', 'cancel_requested', 'resumed',
    'refunded', 'trial_started', 'paid', 'payment_failed', 'switch_planned'));
