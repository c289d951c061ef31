-- Which versions of a tool a case is about, and since which of its decisions. A version that is withheld is read by no
-- stranger, at its own address either, until the case has found it fine.
create table case_version (
  case_id uuid not null references moderation_case (id) on delete cascade,
  tool_id uuid not null,
  version integer not null,
  round integer not null,
  withheld boolean not null,
  primary key (case_id, version),
  foreign key (tool_id, version) references tool_version (tool_id, version) on delete cascade
);
create index case_version_of_tool on case_version (tool_id, version);
-- Those that wait: a case was opened in the transaction that made its first version.
insert into case_version (case_id, tool_id, version, round, withheld)
select c.id, v.tool_id, v.version, c.round,
       exists (select from tool_hold where case_id = c.id and cause = 'first-look')
  from moderation_case c join tool_version v on v.tool_id = c.tool_id and v.created_at >= c.opened_at
 where c.kind = 'tool' and c.closed_at is null;
