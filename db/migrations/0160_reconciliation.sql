-- What the payment provider says that it moved, beside what our books say, for a span of time. Kept as it was found.
create table reconciliation (
  id uuid primary key,
  source text not null,
  livemode boolean not null,
  -- daily: made by itself; asked: by an admin.
  origin text not null check (origin in ('daily', 'asked')),
  from_at timestamptz not null,
  until_at timestamptz not null check (until_at > from_at),
  -- [{"kind", "moves", "provider", "books"}], in cents after fees
  totals json not null,
  -- How many things differ; the list may hold fewer.
  found integer not null check (found >= 0),
  -- [{"kind", "providerId", "orderId", "provider", "books"}]; null: one side does not have it.
  differences json not null,
  at timestamptz not null default now()
);
create unique index reconciliation_once on reconciliation (source, livemode, until_at) where origin = 'daily';
create index reconciliation_by_time on reconciliation (at desc, id desc);
