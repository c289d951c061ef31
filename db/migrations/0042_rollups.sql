-- What deleted runs add up to: a run is either in execution or in here. Rows are only added, in the transaction that
-- deletes the runs, and belong to a quarter of an hour: every time zone begins its days at one.
create table execution_rollup (
  workflow_id uuid not null references workflow (id) on delete cascade,
  quarter timestamptz not null,
  succeeded integer not null,
  failed integer not null,
  cancelled integer not null,
  -- How many durations fall into each bucket: {"350": 12}. See duration_bucket.
  durations jsonb not null
);
create index execution_rollup_workflow on execution_rollup (workflow_id, quarter);

create table failure_rollup (
  workflow_id uuid not null references workflow (id) on delete cascade,
  quarter timestamptz not null,
  code text not null,
  -- Key of the step that failed; empty for what failed the run as a whole.
  step text not null,
  count integer not null
);
create index failure_rollup_workflow on failure_rollup (workflow_id, quarter);

-- Buckets grow by 2 %, so a duration that is read back is at most 1 % wrong. Below 0.1 ms all are the same.
create function duration_bucket(ms double precision) returns integer language sql immutable parallel safe as $$
  select floor(ln(greatest(ms, 0.1)) / ln(1.02))::integer
$$;

create function quarter_of(at timestamptz) returns timestamptz language sql immutable parallel safe as $$
  select to_timestamp(floor(extract(epoch from at) / 900) * 900)
$$;

-- A part of an error as text; null where it is none, which must not fail the statement of ten thousand others.
create function error_part(error json, name text) returns text language plpgsql immutable parallel safe as $$
begin
  return left(error ->> name, 100);
exception when others then
  return null;
end $$;
