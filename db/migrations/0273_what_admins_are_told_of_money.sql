-- What admins are told of money, once each. It happens here because tools and Pro, and whoever posts a journal, come by.
create function tell_admins(news text, headline text, said text, address text) returns void language sql
  set search_path = public, pg_temp as $$
  insert into notification (id, user_id, kind, title, body, href)
  select gen_random_uuid(), id, news, left(headline, 200), left(said, 1000), address
    from "user" where role in ('admin', 'super_admin') and suspended_at is null and deletion_due_at is null
$$;

create function in_dollars(cents bigint) returns text language sql immutable set search_path = public, pg_temp as $$
  select case when cents < 0 then '−' else '' end || '$' || to_char(abs(cents) / 100.0, 'FM999,999,999,990.00')
$$;

create function tell_dispute_opened() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  said text := 'Look at its story, and at the provider’s desk for the day by which the bank wants an answer.';
  order_id uuid;
begin
  if tg_table_name = 'sale_dispute' then
    order_id := new.sale_id;
    if new.respond_by is not null then
      said := 'The bank wants an answer by ' || to_char(new.respond_by at time zone 'UTC', 'FMDD FMMonth YYYY, HH24:MI') || ' UTC.';
    end if;
  else
    order_id := new.order_id;
  end if;
  perform tell_admins('dispute.opened', 'A bank disputes a payment of ' || in_dollars(new.amount), said,
                      '/admin/payments/' || order_id);
  return null;
end $$;
create trigger dispute_opened after insert on sale_dispute for each row execute function tell_dispute_opened();
create trigger dispute_opened after insert on subscription_claim
  for each row when (new.kind = 'dispute') execute function tell_dispute_opened();

-- What is available is a credit: whoever owes us more than $100 has an amount above 10,000. Once for each fall below it.
create function tell_balance_fell() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  account ledger_account;
begin
  if tg_op = 'UPDATE' and old.amount > 10000 then return null; end if;
  select * into account from ledger_account where id = new.account_id;
  if account.kind <> 'creator_available' then return null; end if;
  perform tell_admins('balance.low', 'A creator owes ' || in_dollars(new.amount),
                      'Refunds and disputes took more than they have. Their next sales pay it off.',
                      '/admin/payments/ledger/accounts/' || account.id);
  return null;
end $$;
create trigger balance_fell after insert or update on ledger_balance
  for each row when (new.amount > 10000) execute function tell_balance_fell();
