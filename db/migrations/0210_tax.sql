-- Tax comes on top of the price where the country of the buyer has a rate. It is nobody's revenue: it waits in an account
-- of its own, and what is given back gives back its part.
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check (kind in (
  'processor_clearing', 'processor_fees', 'dispute_fees', 'dispute_hold', 'platform_revenue', 'pro_revenue', 'tax_payable',
  'creator_pending', 'creator_available', 'creator_held', 'payout_reserved'));

alter table sale
  -- As a receipt names it: "DE 19 %".
  add column tax_rate text not null default '',
  drop constraint sale_amount_check,
  add constraint sale_amount_check check (amount = 0 or amount - tax between 50 and 1000000),
  drop constraint sale_check1,
  add constraint sale_share_check check (creator_share * 10 >= (amount - tax) * 7 and creator_share <= amount - tax);
alter table sale_dispute add column tax_part bigint not null default 0 check (tax_part >= 0);

alter table subscription_order
  add column tax_rate text not null default '',
  drop constraint subscription_order_amount_check,
  add constraint subscription_order_amount_check check (amount - tax between 50 and 1000000);

create or replace function sale_moves() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.status <> new.status and old.status <> 'open' then
    raise exception 'a sale that is % stays so', old.status using errcode = '23514';
  end if;
  if (old.kind, old.amount, old.tax, old.tax_rate, old.discount, old.coupon_code, old.tool_id, old.creator_id,
      old.creator_share, old.livemode, old.provider)
     is distinct from
     (new.kind, new.amount, new.tax, new.tax_rate, new.discount, new.coupon_code, new.tool_id, new.creator_id,
      new.creator_share, new.livemode, new.provider)
  then
    raise exception 'what was agreed in a sale stays' using errcode = '23514';
  end if;
  return new;
end $$;
