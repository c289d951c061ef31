-- For the sweep of open disputes about Pro: what still lacks its evidence, and what was not looked at for the longest.
alter table subscription_claim
  add column evidence_at timestamptz,
  add column looked_at timestamptz;
