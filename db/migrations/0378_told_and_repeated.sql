-- A second admin whose answer was lost asks again under the key of their own call.
alter table sale_refund add column agreed_call uuid;
alter table subscription_refund add column agreed_call uuid, add column asked_at timestamptz;
update subscription_refund set asked_at = created_at where status <> 'proposed';
drop index subscription_refund_asked;
create index subscription_refund_asked on subscription_refund (asked_at) where status = 'requested';

-- A difference may stay for weeks: whatever is found beside it is told, too.
create or replace function tell_books_broken() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  is_report boolean := new.name = 'provider' and exists (select from reconciliation where id::text = new.sample);
begin
  if tg_op = 'UPDATE' and old.findings >= new.findings then return null; end if;
  perform tell_admins('books.broken', 'A rule of the books does not hold: ' || new.name,
                      new.rule || '. Found ' || new.findings || ', such as ' || new.sample || '.',
                      case when is_report then '/admin/payments/reconciliation?report=' || new.sample
                           else '/admin/payments/checks' end);
  return null;
end $$;

-- What the bank refused before we had heard of the refund at all.
create trigger refund_failed_at_once after insert on subscription_claim
  for each row when (new.kind = 'refund' and new.status = 'failed') execute function tell_refund_failed();
