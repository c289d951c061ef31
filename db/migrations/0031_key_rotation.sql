-- The key that a change of the master key goes on to; null while none is under way.
alter table master_key add column next_fingerprint bytea;
