-- The result that a report says is wrong: tool version, inputs and outputs. json, not jsonb: the order of fields is the
-- order of the form.
alter table report add column run json check (char_length(run::text) <= 30000);
