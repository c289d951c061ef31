-- The address of a report of an account too, under our key and for as long as the report is open: whoever signs out is
-- the same person.
alter table report add column sent_from bytea;
create index report_open_from on report (tool_id, sent_from) where upheld is null and sent_from is not null;
update report set sent_from = who where upheld is null and reporter_id is null;
