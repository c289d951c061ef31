-- Who proposed a suspension has had a part in it, as has who confirmed it: neither decides the appeal if others can.
alter table moderation_case add column proposed_by uuid references "user" (id) on delete set null;
