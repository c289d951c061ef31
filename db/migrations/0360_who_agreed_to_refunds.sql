-- The second admin of a refund that takes two: who looks at a payment sees both.
alter table sale_refund add column agreed_by uuid references "user" (id) on delete set null;
create index sale_refund_agreed on sale_refund (agreed_by) where agreed_by is not null;
