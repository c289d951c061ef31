-- Double entry: every movement of money is a journal whose postings sum to zero. Nothing here is ever changed or removed;
-- what was wrong is corrected by another journal.
create table ledger_account (
  id bigint generated always as identity primary key,
  kind text not null check (kind in (
    'processor_clearing', 'processor_fees', 'dispute_fees', 'dispute_hold', 'platform_revenue',
    'creator_pending', 'creator_available', 'creator_held', 'payout_reserved')),
  -- Without a reference: the books outlive the account, and the id alone says nothing about a person.
  owner_id uuid,
  currency text not null check (currency = 'usd'),
  livemode boolean not null,
  created_at timestamptz not null default now(),
  check ((owner_id is not null) = (kind like 'creator%' or kind like 'payout%')),
  unique nulls not distinct (kind, owner_id, currency, livemode),
  unique (id, currency, livemode)
);

create table journal (
  id uuid primary key,
  kind text not null check (kind in (
    'charge', 'fee', 'release', 'refund', 'refund_failed', 'dispute_opened', 'dispute_won', 'dispute_lost')),
  -- What it comes from, so that it is written once however often we hear of it.
  source_type text not null check (source_type in ('sale', 'refund', 'dispute')),
  source_id uuid not null,
  currency text not null,
  livemode boolean not null,
  at timestamptz not null default now(),
  -- Postings come with their journal, never later.
  transaction bigint not null default (pg_current_xact_id()::text::bigint),
  unique (source_type, source_id, kind),
  unique (id, currency, livemode)
);
create index journal_by_time on journal (at, id);

-- Debits are positive, credits negative.
create table posting (
  id bigint generated always as identity primary key,
  journal_id uuid not null,
  account_id bigint not null,
  amount bigint not null check (amount <> 0 and abs(amount) <= 100000000000),
  currency text not null,
  livemode boolean not null,
  -- Test money and real money can have no journal and no account in common.
  foreign key (journal_id, currency, livemode) references journal (id, currency, livemode),
  foreign key (account_id, currency, livemode) references ledger_account (id, currency, livemode)
);
create index posting_journal on posting (journal_id);
create index posting_account on posting (account_id, id);

-- The sum of an account's postings, kept for reading; a recount must give the same.
create table ledger_balance (
  account_id bigint primary key references ledger_account (id),
  amount bigint not null
);

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% of the books is refused: write another journal instead', tg_op using errcode = '42501';
end $$;
create trigger append_only before update or delete on journal for each row execute function ledger_is_append_only();
create trigger append_only before update or delete on posting for each row execute function ledger_is_append_only();
create trigger append_only before update or delete on ledger_account
  for each row execute function ledger_is_append_only();
create trigger no_truncate before truncate on journal for each statement execute function ledger_is_append_only();
create trigger no_truncate before truncate on posting for each statement execute function ledger_is_append_only();
create trigger no_truncate before truncate on ledger_account for each statement execute function ledger_is_append_only();

create function posting_belongs_to_new_journal() returns trigger language plpgsql as $$
begin
  if not exists (select from journal where id = new.journal_id and transaction = pg_current_xact_id()::text::bigint) then
    raise exception 'a posting comes with its journal' using errcode = '42501';
  end if;
  insert into ledger_balance (account_id, amount) values (new.account_id, new.amount)
    on conflict (account_id) do update set amount = ledger_balance.amount + excluded.amount;
  return new;
end $$;
create trigger belongs_to_new_journal before insert on posting
  for each row execute function posting_belongs_to_new_journal();

create function journal_sums_to_zero() returns trigger language plpgsql as $$
declare
  total bigint;
  lines integer;
begin
  select coalesce(sum(amount), 0), count(*) into total, lines from posting where journal_id = new.id;
  if total <> 0 or lines < 2 then
    raise exception 'journal % has % postings, which sum to %', new.id, lines, total using errcode = '23514';
  end if;
  return null;
end $$;
create constraint trigger sums_to_zero after insert on journal deferrable initially deferred
  for each row execute function journal_sums_to_zero();

/* Writes one journal; null when its source has it already. `lines` is [{"kind", "owner", "amount"}]. */
create function post_journal(
  journal_id uuid, journal_kind text, source text, source_key uuid, live boolean, lines json
) returns uuid language plpgsql as $$
declare
  line record;
  account bigint;
begin
  -- Whoever writes the books waits for the others: two that take the same accounts in another order would block each other.
  perform pg_advisory_xact_lock(hashtextextended('the books', 0));
  insert into journal (id, kind, source_type, source_id, currency, livemode)
    values (journal_id, journal_kind, source, source_key, 'usd', live)
    on conflict (source_type, source_id, kind) do nothing;
  if not found then return null; end if;
  for line in select * from json_to_recordset(lines) as given (kind text, owner uuid, amount bigint) loop
    insert into ledger_account (kind, owner_id, currency, livemode) values (line.kind, line.owner, 'usd', live)
      on conflict do nothing;
    select id into strict account from ledger_account
     where kind = line.kind and owner_id is not distinct from line.owner and currency = 'usd' and livemode = live;
    insert into posting (journal_id, account_id, amount, currency, livemode)
      values (post_journal.journal_id, account, line.amount, 'usd', live);
  end loop;
  return journal_id;
end $$;
