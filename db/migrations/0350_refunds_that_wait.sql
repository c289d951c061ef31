-- A refund that takes two admins waits for the second one: all others are told, once for each.
create function tell_refund_proposed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  insert into notification (id, user_id, kind, title, body, href)
  select gen_random_uuid(), id, 'refund.proposed', 'A refund of ' || in_dollars(new.amount) || ' waits for a second admin',
         left(new.reason, 1000), '/admin/payments/' || new.sale_id
    from "user" where role in ('admin', 'super_admin') and suspended_at is null and deletion_due_at is null
                  and id is distinct from new.actor_id;
  return null;
end $$;
create trigger refund_proposed after insert on sale_refund
  for each row when (new.status = 'proposed') execute function tell_refund_proposed();
