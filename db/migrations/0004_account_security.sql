alter table "user"
  -- Null for an account that signs in through another provider or by passkey only.
  alter column password_hash drop not null,
  add column email_verified_at timestamptz,
  add column suspended_at timestamptz,
  add column suspended_reason text,
  add check ((suspended_at is null) = (suspended_reason is null));

alter table session
  -- Names the session in lists; it gives no access.
  add column id uuid not null default gen_random_uuid(),
  -- When the person last proved who they are; sensitive changes ask for it again after ten minutes.
  add column authenticated_at timestamptz not null default now(),
  add column second_factor_at timestamptz;
create unique index session_id on session (id);

-- The secret of the authenticator app, sealed; it counts once a first code was right.
create table totp (
  user_id uuid primary key references "user" (id) on delete cascade,
  secret bytea not null,
  confirmed_at timestamptz,
  -- The time step of the last accepted code: no code works twice.
  last_step bigint not null default 0,
  created_at timestamptz not null default now()
);

create table recovery_code (
  user_id uuid not null references "user" (id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

create table passkey (
  id uuid primary key,
  user_id uuid not null references "user" (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null check (char_length(name) between 1 and 100),
  backed_up boolean not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz
);
create index passkey_by_user on passkey (user_id);

-- One half of a sign-in: the password was right and the second factor is still missing, or a passkey was asked for.
create table sign_in_challenge (
  token_hash bytea primary key,
  kind text not null check (kind in ('second-factor', 'passkey-sign-in', 'passkey-enrolment')),
  user_id uuid references "user" (id) on delete cascade,
  -- What the authenticator has to sign.
  challenge text,
  attempts integer not null default 0,
  expires_at timestamptz not null
);
create index sign_in_challenge_by_expiry on sign_in_challenge (expires_at);

create table api_key (
  id uuid primary key,
  user_id uuid not null references "user" (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 100),
  token_hash bytea not null unique,
  -- The first characters, so that people can tell their keys apart.
  hint text not null,
  scopes text[] not null check (scopes <@ array['read', 'tools:run', 'workflows:run'] and cardinality(scopes) > 0),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz
);
create index api_key_by_user on api_key (user_id, created_at desc);

-- Who did what that matters for trust. Each row's hash covers the row before it, so an edited row shows.
create table audit_entry (
  seq bigint primary key,
  at timestamptz not null,
  -- No foreign key: the log outlives the account.
  actor_id uuid,
  action text not null,
  target text not null,
  address text not null,
  -- Text and not json: the hash covers these very characters.
  details text not null,
  previous_hash bytea not null,
  hash bytea not null unique
);
create index audit_entry_by_time on audit_entry (at);
create index audit_entry_by_actor on audit_entry (actor_id, seq desc);
create index audit_entry_by_action on audit_entry (action, seq desc);
create index audit_entry_by_target on audit_entry (target, seq desc);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end $$;
create trigger audit_entry_append_only before update or delete or truncate on audit_entry
  for each statement execute function refuse_change();

-- Where a person has signed in from before: an attacker elsewhere cannot use up their tries.
create table known_address (
  user_id uuid not null references "user" (id) on delete cascade,
  address text not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, address)
);
create index known_address_by_age on known_address (seen_at);
