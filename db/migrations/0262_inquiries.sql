-- Banks that only ask about a payment, and have taken nothing. Its creator is told once.
create table sale_inquiry (
  provider_dispute_id text primary key,
  sale_id uuid not null references sale (id),
  at timestamptz not null
);
create index sale_inquiry_of on sale_inquiry (sale_id);
