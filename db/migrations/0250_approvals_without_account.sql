-- Whoever is asked without having an account here is a row like all others, so that they can decide by their link.
alter table approval_person
  drop constraint approval_person_pkey,
  add primary key (approval_id, address),
  alter column user_id drop not null,
  -- Of who has decided, as it was then: of the account, or as they gave it.
  add column name text;
update approval_person set name = "user".name from "user" where "user".id = user_id and decision is not null;
insert into approval_person (approval_id, address) select id, unnest(absent) from approval on conflict do nothing;
-- approval.absent stays empty from here on; processes of the release before still write it while they end.
-- How often strangers are asked in a day, whoever asks.
create index approval_person_stranger on approval_person (address) where user_id is null;
