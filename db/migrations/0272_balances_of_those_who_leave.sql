-- Whoever leaves is paid first, unless they have said that they give up what is theirs.
alter table "user" add column balance_given_up_at timestamptz;
