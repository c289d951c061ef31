-- By node, where the output came from of each step that a simulated run did not run; null for a run that was none.
alter table execution add column stand_ins jsonb,
  -- What runs in production never only seems to.
  add constraint execution_simulates_drafts check (stand_ins is null or version is null) not valid;
