-- What payment providers told us, by webhook or when asked for it. Each event is here once, however often it came.
create table provider_event (
  source text not null,
  id text not null,
  type text not null,
  object_id text not null,
  livemode boolean not null,
  happened_at timestamptz not null,
  received_at timestamptz not null default now(),
  handled_at timestamptz,
  tries integer not null default 0,
  -- When it is looked at next. Null: it is done, or given up.
  next_at timestamptz default now(),
  last_error text,
  primary key (source, id),
  check (handled_at is null or next_at is null)
);
create index provider_event_next on provider_event (next_at) where next_at is not null;
create index provider_event_object on provider_event (object_id);

-- How far each provider was asked for events that may have been lost on their way.
create table provider_sweep (
  source text primary key,
  swept_to timestamptz not null,
  next_at timestamptz not null
);
