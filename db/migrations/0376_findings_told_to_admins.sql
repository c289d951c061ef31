-- Admins are told of a rule of the books that does not hold: once, and again when it has held meanwhile.
create function tell_books_broken() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  is_report boolean := new.name = 'provider' and exists (select from reconciliation where id::text = new.sample);
begin
  if tg_op = 'UPDATE' and old.findings > 0 then return null; end if;
  perform tell_admins('books.broken', 'A rule of the books does not hold: ' || new.name,
                      new.rule || '. Found ' || new.findings || ', such as ' || new.sample || '.',
                      case when is_report then '/admin/payments/reconciliation?report=' || new.sample
                           else '/admin/payments/checks' end);
  return null;
end $$;
create trigger books_broken after insert or update of findings on money_check
  for each row when (new.findings > 0) execute function tell_books_broken();
