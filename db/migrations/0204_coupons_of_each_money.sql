-- What was tried with test money must not use up a coupon for real money, nor be somebody's one time with it.
alter table coupon
  add column test_uses bigint not null default 0,
  -- `uses` counts orders with real money from here on.
  add constraint coupon_test_uses_check check (test_uses >= 0 and (max_uses is null or test_uses <= max_uses));
update coupon set
  uses = (select count(*) from sale where coupon_id = coupon.id and status <> 'canceled' and livemode),
  test_uses = (select count(*) from sale where coupon_id = coupon.id and status <> 'canceled' and not livemode);

drop index sale_one_coupon;
create unique index sale_one_coupon on sale (coupon_id, buyer_id, livemode)
  where coupon_id is not null and status <> 'canceled';

/* How often it was used with the money of this installation. */
create function coupon_uses(coupon, live boolean default money_is_live()) returns bigint language sql stable as $$
  select case when live then $1.uses else $1.test_uses end
$$;

create or replace function count_coupon_uses() returns trigger language plpgsql as $$
declare
  change int := case when tg_op = 'INSERT' then 1
                     when new.status = 'canceled' and old.status <> 'canceled' then -1 else 0 end;
begin
  if change <> 0 then
    update coupon set
        uses = uses + case when new.livemode then change else 0 end,
        test_uses = test_uses + case when new.livemode then 0 else change end
      where id = new.coupon_id;
  end if;
  return null;
end $$;
