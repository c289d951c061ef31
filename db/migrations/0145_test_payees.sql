-- Somebody can answer all that a payee is asked, and still be asked for more.
alter table test_payments.payee drop constraint payee_bank_check;
alter table test_payments.payee add constraint payee_bank_check check (bank in ('pays', 'refuses', 'asks_more'));
create index transfer_of_payout on test_payments.transfer ((metadata ->> 'payoutId'));
