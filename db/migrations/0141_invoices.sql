-- What a buyer wants on invoices; entered once.
create table billing_details (
  user_id uuid primary key references "user" (id) on delete cascade,
  name text not null check (length(name) between 1 and 200),
  address text not null check (length(address) between 1 and 500),
  country text not null check (country ~ '^[A-Z]{2}$'),
  tax_id text not null default '' check (length(tax_id) <= 40),
  updated_at timestamptz not null default now()
);

-- Numbers without gaps: the row of a series stays locked until what takes a number is committed.
create table invoice_series (
  name text primary key,
  last bigint not null check (last > 0)
);

create table invoice (
  id uuid primary key,
  series text not null,
  seq bigint not null check (seq > 0),
  number text not null unique,
  kind text not null check (kind in ('invoice', 'credit_note')),
  -- Null once the buyer has left; the law wants the rest to stay.
  user_id uuid references "user" (id) on delete set null,
  source_type text not null check (source_type in ('subscription', 'sale', 'refund')),
  source_id uuid not null,
  -- What a credit note takes back.
  corrects uuid references invoice (id),
  -- As they were on that day. The buyer's is null until it was entered for the first time.
  seller json not null,
  buyer json,
  lines json not null,
  -- Negative in a credit note.
  amount bigint not null check (amount <> 0 and (kind = 'invoice') = (amount > 0)),
  tax bigint not null,
  tax_rate text not null default '',
  currency text not null default 'usd' check (currency = 'usd'),
  livemode boolean not null,
  issued_at timestamptz not null,
  check ((kind = 'credit_note') = (corrects is not null)),
  unique (series, seq),
  unique (source_type, source_id)
);
create index invoice_of_user on invoice (user_id, issued_at desc, id desc);
create index invoice_corrected on invoice (corrects) where corrects is not null;

create function invoice_stays() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and (new.user_id is null or new.user_id = old.user_id)
     and (old.buyer is null or new.buyer::text = old.buyer::text)
     and to_jsonb(new) - 'user_id' - 'buyer' = to_jsonb(old) - 'user_id' - 'buyer' then
    return new;
  end if;
  raise exception '% of an invoice is refused: write a credit note', tg_op using errcode = '42501';
end $$;
create trigger invoice_stays before update or delete on invoice for each row execute function invoice_stays();
create trigger no_truncate before truncate on invoice for each statement execute function history_is_append_only();
