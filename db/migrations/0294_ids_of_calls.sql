-- What comes of a call is called by this id, so that a repeat of the call finds what is there already.
alter table idempotency add column id uuid not null default gen_random_uuid();
