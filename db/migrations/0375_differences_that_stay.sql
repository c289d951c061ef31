-- A report stays as it was found. Its days are compared again each day until both sides agree on them, which is then.
alter table reconciliation add column settled_at timestamptz;
create index reconciliation_open on reconciliation (source, livemode)
  where origin = 'daily' and found > 0 and settled_at is null;
