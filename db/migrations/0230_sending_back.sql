-- What came for Pro after its end and the provider does not send back is asked for a few times more, later each time, and
-- then left to an admin: refused, and with no next time.
alter table subscription_order
  add column back_refusals integer not null default 0,
  add column back_next_at timestamptz,
  add column back_refused text,
  add constraint subscription_order_back_check
    check (back_refusals >= 0 and (unwanted or (back_refusals = 0 and back_next_at is null and back_refused is null)));
