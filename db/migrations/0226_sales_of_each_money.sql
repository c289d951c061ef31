-- What was bought with test money is no sale where real money is taken.
alter table tool
  add column test_sales_count bigint not null default 0;
-- `sales_count` counts orders with real money from here on.
update tool set
  sales_count = (select count(*) from sale where tool_id = tool.id and stands and livemode),
  test_sales_count = (select count(*) from sale where tool_id = tool.id and stands and not livemode)
 where sales_count <> 0;

/* How often it was sold with the money of this installation. */
create function sales_in_force(tool, live boolean default money_is_live()) returns bigint language sql stable as $$
  select case when live then $1.sales_count else $1.test_sales_count end
$$;

create or replace function count_sales() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  before boolean := tg_op = 'UPDATE' and old.stands;
  change int := case when new.stands then 1 else -1 end;
begin
  if before <> new.stands then
    update tool set
        sales_count = sales_count + case when new.livemode then change else 0 end,
        test_sales_count = test_sales_count + case when new.livemode then 0 else change end
      where id = new.tool_id;
  end if;
  return null;
end $$;
