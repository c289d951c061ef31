create table "user" (
  id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) between 3 and 320),
  password_hash text not null,
  role text not null default 'user' check (role in ('user', 'admin', 'super_admin')),
  created_at timestamptz not null default now()
);
create unique index user_email on "user" (lower(email));

-- The cookie holds 32 random bytes; only their SHA-256 is here.
create table session (
  token_hash bytea primary key,
  user_id uuid not null references "user" (id) on delete cascade,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  user_agent text not null default '',
  address text not null default ''
);
create index session_by_user on session (user_id);
create index session_by_expiry on session (expires_at);

-- A repeated mutation gets the first answer again; the same key with another body is refused.
create table idempotency (
  scope text not null,
  key text not null check (char_length(key) between 1 and 255),
  body_hash bytea not null,
  status integer,
  answer text,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_age on idempotency (created_at);
