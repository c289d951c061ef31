-- An account with a payment provider may hold other currencies beside the one that our books are in.
alter table test_payments.balance_move add column currency text not null default 'usd' check (currency ~ '^[a-z]{3}$');
