-- What Pro brings in waits in an account of its own until the month is over.
alter table ledger_account drop constraint ledger_account_kind_check;
alter table ledger_account add constraint ledger_account_kind_check check (kind in (
  'processor_clearing', 'processor_fees', 'dispute_fees', 'dispute_hold', 'platform_revenue', 'pro_revenue',
  'creator_pending', 'creator_available', 'creator_held', 'payout_reserved'));
alter table journal drop constraint journal_kind_check;
alter table journal add constraint journal_kind_check check (kind in (
  'charge', 'fee', 'release', 'refund', 'refund_failed', 'dispute_opened', 'dispute_won', 'dispute_lost', 'pro_share'));
alter table journal drop constraint journal_source_type_check;
alter table journal add constraint journal_source_type_check check (source_type in (
  'sale', 'refund', 'dispute', 'subscription', 'pro_month'));
