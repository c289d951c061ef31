-- What goes between our balance with a payment provider and our own bank is booked, so that the balance as a whole can be
-- compared: with the provider's own figure, after what was there before the books began.
alter table provider_charge rename to provider_move;
do $$ declare part record; known text; begin
  for part in select * from (values ('ledger_account', 'ledger_account_kind_check', 'kind'), ('journal', 'journal_kind_check', 'kind'),
                                    ('journal', 'journal_source_type_check', 'source_type'))
                as parts (table_name, name, column_name) loop
    select string_agg(distinct quote_literal(word), ', ') into known from (
      select (regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''::text', 'g'))[1] as word
        from pg_constraint where conrelid = part.table_name::regclass and conname = part.name
      union select 'own_bank') words;
    execute format('alter table %I drop constraint %I', part.table_name, part.name);
    execute format('alter table %I add constraint %I check (%I in (%s))', part.table_name, part.name, part.column_name, known);
  end loop;
end $$;
alter table reconciliation
  -- Of the moment at which the report ends; null where money moved whenever it was asked for, and in older reports.
  add column balance_provider bigint,
  add column balance_books bigint,
  -- Known to no book: what the provider had of us before.
  add column balance_opening bigint,
  add constraint reconciliation_balance_check check (num_nulls(balance_provider, balance_books, balance_opening) in (0, 3));
