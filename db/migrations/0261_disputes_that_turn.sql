-- Banks may change their mind about a dispute that was decided. Each turn is a journal of its own.
alter table sale_dispute add column turns integer not null default 0 check (turns >= 0);
alter table subscription_claim add column turns integer not null default 0 check (turns >= 0);
alter table journal add column turn integer not null default 0 check (turn >= 0);
alter table journal drop constraint journal_source_type_source_id_kind_key;
alter table journal add unique (source_type, source_id, kind, turn);

drop function post_journal(uuid, text, text, uuid, boolean, json);
create function post_journal(
  journal_id uuid, journal_kind text, source text, source_key uuid, live boolean, lines json, journal_turn integer default 0
) returns uuid language plpgsql security definer set search_path = public, pg_temp as $$
declare
  line record;
  account bigint;
begin
  -- Whoever writes the books waits for the others: two that take the same accounts in another order would block each other.
  perform pg_advisory_xact_lock(hashtextextended('the books', 0));
  insert into journal (id, kind, source_type, source_id, turn, currency, livemode)
    values (journal_id, journal_kind, source, source_key, journal_turn, 'usd', live)
    on conflict (source_type, source_id, kind, turn) do nothing;
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
