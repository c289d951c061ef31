-- Who somebody is at another provider; issuer and subject together name one person for ever.
create table provider_identity (
  id uuid primary key,
  issuer text not null,
  subject text not null,
  user_id uuid not null references "user" (id) on delete cascade,
  -- At the provider, for the person to recognise.
  email text not null,
  linked_at timestamptz not null default now(),
  last_used_at timestamptz,
  unique (issuer, subject)
);
create index provider_identity_by_user on provider_identity (user_id);

-- A visit to the provider that has not come back yet.
create table provider_visit (
  state_hash bytea primary key,
  -- Of what the browser that left keeps, so that nobody else's browser can come back for it.
  proof_hash bytea not null,
  nonce text not null,
  code_verifier text not null,
  -- Who wants to link the provider; null for signing in.
  user_id uuid references "user" (id) on delete cascade,
  expires_at timestamptz not null
);
create index provider_visit_by_expiry on provider_visit (expires_at);
