-- The application works as a role that owns nothing here (src/server/app-role.ts). Of the books it may only read, and
-- write through post_journal, which works as their owner. What each role was given is kept, so that it is given once.
create table app_grant (
  role text primary key,
  stamp text not null,
  at timestamptz not null default now()
);

-- A fixed path: whoever has made a temporary table named posting must not be asked whether a journal sums to zero.
alter function post_journal(uuid, text, text, uuid, boolean, json) security definer;
alter function post_journal(uuid, text, text, uuid, boolean, json) set search_path = public, pg_temp;
alter function journal_sums_to_zero() set search_path = public, pg_temp;
alter function posting_belongs_to_new_journal() set search_path = public, pg_temp;
alter function ledger_is_append_only() set search_path = public, pg_temp;
alter function history_is_append_only() set search_path = public, pg_temp;
alter function invoice_stays() set search_path = public, pg_temp;
alter function sale_moves() set search_path = public, pg_temp;
alter function count_sales() set search_path = public, pg_temp;

/* What a provider told us is kept for more than a year, and longer when it was never handled; answers how many went. */
create function forget_provider_events() returns bigint language sql security definer set search_path = public, pg_temp
as $$
  with gone as (
    delete from provider_event where handled_at < now() - interval '400 days'
    returning id)
  select count(*) from gone
$$;
