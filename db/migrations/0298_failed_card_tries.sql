-- Cards that the provider has refused at our forms: whoever tries one after the other is held back, also where the form is
-- the provider's own. `who` is a digest of an account or of an address; after a day it is forgotten.
create table failed_card_try (
  who bytea not null,
  event_id text not null,
  at timestamptz not null default now(),
  primary key (who, event_id)
);
create index failed_card_try_at on failed_card_try (at);
