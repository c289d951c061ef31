-- How often a run has got a new owner, for whatever reason: what an earlier owner still comes to is known by it. Beside
-- `recoveries`, which counts only processes that broke, and only since the run's last pause.
alter table execution add column takeovers int not null default 0;
