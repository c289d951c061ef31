-- What creators have earned goes to their bank: once a week, and when they ask.
create table payee (
  user_id uuid not null references "user" (id) on delete cascade,
  provider text not null check (provider in ('stripe', 'embedded')),
  livemode boolean not null,
  -- The provider's account, which knows the bank; we do not.
  payee_id text not null,
  country text not null check (country ~ '^[A-Z]{2}$'),
  ready boolean not null default false,
  submitted boolean not null default false,
  missing text[] not null default '{}',
  created_at timestamptz not null,
  asked_at timestamptz not null,
  primary key (user_id, provider, livemode),
  unique (provider, payee_id)
);

create table payout (
  id uuid primary key,
  -- Without a reference, as the books: it outlives the account.
  creator_id uuid not null,
  livemode boolean not null,
  provider text not null check (provider in ('stripe', 'embedded')),
  -- The Monday of a weekly one; null for one that was asked for.
  period date check (extract(isodow from period) = 1),
  -- What was to be paid; for a skipped one what there was, which may be nothing or less.
  amount bigint not null,
  status text not null check (status in ('planned', 'sending', 'paid', 'failed', 'skipped')),
  -- Why it was skipped or failed.
  reason text check ((reason is not null) = (status in ('skipped', 'failed'))),
  -- The provider's words.
  detail text not null default '',
  payee_id text,
  transfer_id text unique,
  created_at timestamptz not null,
  sent_at timestamptz,
  ended_at timestamptz,
  -- Whoever asks the provider has until then.
  next_at timestamptz,
  check (status = 'skipped' or (amount > 0 and payee_id is not null)),
  -- A crash between any two steps, or two processes at once, make one of a week.
  unique (creator_id, livemode, period)
);
create unique index payout_under_way on payout (creator_id, livemode) where status in ('planned', 'sending');
create index payout_of on payout (creator_id, livemode, id);
create index payout_due on payout (next_at) where status in ('planned', 'sending');

create function payout_moves() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'a payout stays' using errcode = '23514';
  end if;
  if old.status <> new.status
     and (old.status, new.status) not in (('planned', 'sending'), ('planned', 'skipped'), ('sending', 'paid'),
                                          ('sending', 'failed'), ('paid', 'failed')) then
    raise exception 'a payout that is % does not become %', old.status, new.status using errcode = '23514';
  end if;
  if (old.creator_id, old.livemode, old.provider, old.period, old.amount, old.payee_id)
     is distinct from (new.creator_id, new.livemode, new.provider, new.period, new.amount, new.payee_id)
     or (old.transfer_id is not null and old.transfer_id is distinct from new.transfer_id) then
    raise exception 'what was planned in a payout stays' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger payout_moves before update or delete on payout for each row execute function payout_moves();

-- Somebody of ours keeps a creator's payouts back until they look at something.
create table payout_hold (
  id uuid primary key,
  creator_id uuid not null references "user" (id) on delete cascade,
  reason text not null,
  placed_by uuid references "user" (id) on delete set null,
  placed_at timestamptz not null,
  lifted_by uuid references "user" (id) on delete set null,
  lifted_at timestamptz,
  lifted_because text,
  check ((lifted_at is null) = (lifted_because is null))
);
create unique index payout_hold_stands on payout_hold (creator_id) where lifted_at is null;
create index payout_hold_of on payout_hold (creator_id, id);

-- The weekly run: begun and ended once for each Monday.
create table payout_run (
  livemode boolean not null,
  period date not null check (extract(isodow from period) = 1),
  began_at timestamptz not null,
  done_at timestamptz,
  primary key (livemode, period)
);

-- More kinds of journals, whatever there are already.
do $$
declare
  part record;
  known text;
begin
  for part in select * from (values
    ('journal_kind_check', 'kind', array['payout_reserved', 'payout_sent', 'payout_failed']),
    ('journal_source_type_check', 'source_type', array['payout'])) as parts (name, column_name, more) loop
    select string_agg(distinct quote_literal(word), ', ') into known from (
      select (regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''::text', 'g'))[1] as word
        from pg_constraint where conrelid = 'journal'::regclass and conname = part.name
      union select unnest(part.more)) words;
    execute format('alter table journal drop constraint %I', part.name);
    execute format('alter table journal add constraint %I check (%I in (%s))', part.name, part.column_name, known);
  end loop;
end $$;
