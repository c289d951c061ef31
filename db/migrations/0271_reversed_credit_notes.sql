-- A refund that its bank sends back later: the credit note stays, and a document takes it back, so that both add up to
-- what the books say.
alter table invoice
  drop constraint invoice_kind_check,
  drop constraint invoice_source_type_check,
  drop constraint invoice_amount_check,
  drop constraint invoice_check1,
  add constraint invoice_kind_check check (kind in ('invoice', 'credit_note', 'reversal')),
  add constraint invoice_source_type_check check (source_type in ('subscription', 'sale', 'refund', 'refund_failed')),
  add constraint invoice_amount_check check ((kind = 'credit_note') = (amount < 0)),
  add constraint invoice_corrects_check check ((kind = 'invoice') = (corrects is null));
