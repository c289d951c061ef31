-- What a payment provider charges for itself: no payment of anybody has moved it, so it is booked from its own list, once.
create table provider_charge (
  id uuid primary key,
  source text not null,
  provider_id text not null,
  at timestamptz not null,
  unique (source, provider_id)
);
do $$ declare part record; known text; begin
  for part in select * from (values ('journal_kind_check', 'kind'), ('journal_source_type_check', 'source_type'))
                as parts (name, column_name) loop
    select string_agg(distinct quote_literal(word), ', ') into known from (
      select (regexp_matches(pg_get_constraintdef(oid), '''([a-z_]+)''::text', 'g'))[1] as word
        from pg_constraint where conrelid = 'journal'::regclass and conname = part.name
      union select 'provider_fee') words;
    execute format('alter table journal drop constraint %I', part.name);
    execute format('alter table journal add constraint %I check (%I in (%s))', part.name, part.column_name, known);
  end loop;
end $$;
