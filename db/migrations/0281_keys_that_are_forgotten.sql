-- As with Stripe, what a key has answered is forgotten after a day.
alter table test_payments.answered add column at timestamptz not null default test_payments.clock();
create index intent_of_customer on test_payments.intent (customer_id, created_at);
