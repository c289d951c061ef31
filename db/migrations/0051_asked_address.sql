-- Where somebody was asked, as it was then: the list of those who were asked does not follow a person's new address.
alter table approval_person add column address text;
update approval_person set address = lower("user".email) from "user" where "user".id = user_id;
alter table approval_person alter column address set not null;
