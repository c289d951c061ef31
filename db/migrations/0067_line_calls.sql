-- Lines of runs in which something has changed: somebody came, or a place was left. Whoever gives out places looks at
-- these alone, and not at every line in which all wait. Rows are only added, so nobody waits for anybody here, and what
-- a transaction under way adds is seen by whoever looks after its end.
create table run_line_call (
  id bigint generated always as identity primary key,
  workflow_id uuid not null,
  key text not null
);
create index run_line_call_line on run_line_call (workflow_id, key);

create function call_run_lines() returns trigger language plpgsql as $$
begin
  insert into run_line_call (workflow_id, key) select distinct workflow_id, key from changed;
  return null;
end $$;
create trigger run_line_joined after insert on run_line referencing new table as changed
  for each statement execute function call_run_lines();
create trigger run_line_left after delete on run_line referencing old table as changed
  for each statement execute function call_run_lines();
