-- Mails wait here, written in the transaction of what they tell about, until the mail server has taken them.
create table mail (
  id uuid primary key,
  user_id uuid references "user" (id) on delete cascade,
  to_address text not null,
  subject text not null,
  -- Which preference switches it off; 'account' mails are always sent.
  category text not null check (category in ('account', 'workflows', 'sales', 'community', 'product')),
  -- Emptied once the mail was sent: a mail may hold a link that signs in.
  text_body text not null,
  html_body text not null,
  -- Where an answer goes when not to the sender.
  reply_to text,
  -- 'local': there is no mail server; /dev/mailbox shows it.
  status text not null default 'queued' check (status in ('queued', 'sent', 'failed', 'local')),
  attempts integer not null default 0,
  -- When to try next; while a process has the mail in hand, when another one may take it.
  next_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text,
  created_at timestamptz not null default now()
);
create index mail_due on mail (next_at) where status = 'queued';
create index mail_newest on mail (created_at desc, id desc);
create index mail_by_user on mail (user_id);

-- No row: the category is wanted.
create table email_preference (
  user_id uuid not null references "user" (id) on delete cascade,
  category text not null check (category in ('workflows', 'sales', 'community', 'product')),
  wanted boolean not null,
  changed_at timestamptz not null default now(),
  primary key (user_id, category)
);
