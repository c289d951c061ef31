-- Admins are told of money that did not reach whom it was sent back to: a bank or the provider refused it.
create function tell_refund_failed() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform tell_admins('refund.failed', 'A refund of ' || in_dollars(new.amount) || ' failed',
                      case when new.status = 'refused' then 'The payment provider refused to send it back.'
                           else 'The bank of the buyer did not take it, and the money is with us again.' end
                        || ' See whether they are to have it in another way.',
                      '/admin/payments/' || coalesce(to_jsonb(new) ->> 'sale_id', to_jsonb(new) ->> 'order_id'));
  return null;
end $$;
create trigger refund_failed after update of status on sale_refund
  for each row when (new.status in ('failed', 'refused') and old.status <> new.status)
  execute function tell_refund_failed();
create trigger refund_failed after update of status on subscription_claim
  for each row when (new.kind = 'refund' and new.status = 'failed' and old.status <> 'failed')
  execute function tell_refund_failed();

-- What came for Pro after its end and was refused too often on its way back is theirs to send.
create function tell_not_sent_back() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  perform tell_admins('refund.failed', 'A payment for Pro has to be sent back by hand',
                      'It came after the end of Pro, and the payment provider has refused five times to send it back.',
                      '/admin/payments/' || new.id);
  return null;
end $$;
create trigger not_sent_back after update of back_refusals on subscription_order
  for each row when (new.back_refusals > old.back_refusals and new.back_next_at is null)
  execute function tell_not_sent_back();
