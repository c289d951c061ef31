-- Banks want answers by a day, also about payments for Pro, and also where they only ask.
alter table subscription_claim
  add column reason text not null default '',
  add column respond_by timestamptz;

-- Null for what was known before: only the provider's desk has it.
alter table sale_inquiry
  add column id uuid not null unique default gen_random_uuid(),
  add column amount bigint check (amount > 0),
  add column reason text not null default '',
  add column respond_by timestamptz,
  add column evidence_at timestamptz,
  add column ended_at timestamptz,
  add column looked_at timestamptz;

create table subscription_inquiry (
  provider_dispute_id text primary key,
  id uuid not null unique default gen_random_uuid(),
  order_id uuid not null references subscription_order (id),
  amount bigint not null check (amount > 0),
  reason text not null,
  respond_by timestamptz,
  at timestamptz not null,
  evidence_at timestamptz,
  ended_at timestamptz,
  looked_at timestamptz
);
create index subscription_inquiry_of on subscription_inquiry (order_id);

-- Where somebody subscribed from: banks ask for it.
alter table subscription add column address text;

create function bank_wants_answer(respond_by timestamptz) returns text language sql stable
  set search_path = public, pg_temp as $$
  select coalesce('The bank wants an answer by ' || to_char(respond_by at time zone 'UTC', 'FMDD FMMonth YYYY, HH24:MI') || ' UTC.',
                  'Look at its story, and at the provider’s desk for the day by which the bank wants an answer.')
$$;

create or replace function tell_dispute_opened() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform tell_admins('dispute.opened', 'A bank disputes a payment of ' || in_dollars(new.amount),
                      bank_wants_answer(new.respond_by),
                      '/admin/payments/' || coalesce(to_jsonb(new) ->> 'sale_id', to_jsonb(new) ->> 'order_id'));
  return null;
end $$;

create function tell_inquiry() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform tell_admins('dispute.opened', 'A bank asks about a payment of ' || in_dollars(new.amount),
                      'Nothing was taken, and what speaks for the payment is sent. ' || bank_wants_answer(new.respond_by),
                      '/admin/payments/' || coalesce(to_jsonb(new) ->> 'sale_id', to_jsonb(new) ->> 'order_id'));
  return null;
end $$;
create trigger inquiry_told after insert on sale_inquiry
  for each row when (new.ended_at is null) execute function tell_inquiry();
create trigger inquiry_told after insert on subscription_inquiry
  for each row when (new.ended_at is null) execute function tell_inquiry();
