-- What was paid at a form that was open when the tool was removed goes back by itself.
alter table sale_refund
  drop constraint sale_refund_origin_check,
  add constraint sale_refund_origin_check check (origin in ('buyer', 'creator', 'admin', 'provider', 'removal'));
