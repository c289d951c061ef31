-- An order that another provider was asked for must not stand in the way: the one of now knows nothing of it.
drop index sale_one_open;
create unique index sale_one_open on sale (buyer_id, tool_id, livemode, provider) where status = 'open';
