-- The run that this one repeats.
alter table execution add column retry_of uuid references execution (id) on delete set null;
create index execution_retries on execution (retry_of) where retry_of is not null;

-- What a run takes over instead of doing it again. A copy: the run that it comes from may be deleted before this one ends.
create table execution_reuse (
  execution_id uuid primary key references execution (id) on delete cascade,
  content json not null
);
