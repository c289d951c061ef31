-- A day that was not looked at ends the row of bad ones: `day` says when somebody looked, not when it was bad.
alter table tool_check add column last_bad date;
update tool_check set last_bad = day where bad_days > 0;
