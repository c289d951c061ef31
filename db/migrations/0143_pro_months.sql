-- Months whose Pro revenue was shared, so that each is shared once. What no creator earned goes on to the next month.
create table pro_month (
  month date not null check (extract(day from month) = 1),
  livemode boolean not null,
  -- What had come in by its end, less refunds and what was shared before.
  net bigint not null,
  shared bigint not null check (shared >= 0 and shared <= greatest(net, 0)),
  -- [{"creatorId", "people", "amount"}]
  shares json not null,
  at timestamptz not null default now(),
  primary key (livemode, month)
);
