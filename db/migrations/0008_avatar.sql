-- The picture of a person, made small by us: WebP, 256 × 256 pixels. In the database, so that every machine has it.
create table avatar (
  -- Random and new for each picture: it is the address, so browsers may keep what they got from it.
  id uuid primary key,
  user_id uuid not null unique references "user" (id) on delete cascade,
  image bytea not null check (octet_length(image) <= 262144),
  created_at timestamptz not null default now()
);
