-- The process that works on a call: when it is gone, a repeat of the call need not wait for it.
alter table idempotency add column holder text;
