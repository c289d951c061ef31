-- A tip is an order that gives nothing: somebody pays of their own will for a tool that is free.
alter table sale
  add column kind text not null default 'purchase' check (kind in ('purchase', 'tip')),
  add constraint sale_tip_check check (kind = 'purchase' or (amount > 0 and discount = 0));

alter table sale drop column stands;
alter table sale
  -- Whether it gives access: paid, or given for nothing, and not all of it given back or disputed.
  add column stands boolean not null generated always as (
    kind = 'purchase' and status = 'paid' and (amount = 0 or claimed < amount)) stored;

create or replace function sale_moves() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if old.status <> new.status and old.status <> 'open' then
    raise exception 'a sale that is % stays so', old.status using errcode = '23514';
  end if;
  if (old.kind, old.amount, old.discount, old.coupon_code, old.tool_id, old.creator_id, old.creator_share, old.livemode,
      old.provider)
     is distinct from
     (new.kind, new.amount, new.discount, new.coupon_code, new.tool_id, new.creator_id, new.creator_share, new.livemode,
      new.provider)
  then
    raise exception 'what was agreed in a sale stays' using errcode = '23514';
  end if;
  return new;
end $$;
