-- What a link in a mail proves: that its reader has the mailbox. Each works once.
create table email_token (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('verify-email', 'change-email', 'reset-password')),
  user_id uuid not null references "user" (id) on delete cascade,
  -- Where the link was sent; for 'change-email' the new address.
  email text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now()
);
create index email_token_by_user on email_token (user_id, purpose);
create index email_token_by_expiry on email_token (expires_at);
