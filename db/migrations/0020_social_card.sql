-- The picture of a tool for links to it elsewhere: PNG, 1200 × 630 pixels, made by us at its first use.
create table social_card (
  tool_id uuid primary key references tool (id) on delete cascade,
  -- Of the words on it and of how it is drawn; another revision is another picture.
  revision text not null,
  image bytea not null check (octet_length(image) <= 262144),
  made_at timestamptz not null default now()
);
