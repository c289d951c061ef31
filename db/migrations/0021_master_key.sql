-- Which master key the secrets of this database are sealed under: a value derived from it, of one row.
create table master_key (
  only_one boolean primary key default true check (only_one),
  fingerprint bytea not null
);
