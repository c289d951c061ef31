-- The address of a report that came to nothing, under our key, until thirty days after the last such report from there:
-- visitors have no account to be judged by.
create index report_groundless_from on report (sent_from, closed_at) where upheld = false and sent_from is not null;
