create schema events;

-- The place of an event in the log. Ids order by time, but only this and the transaction id order by commit.
create sequence events.place;

-- One row per change, written in the change's own transaction. Partitioned by day so that a day is dropped, not deleted.
create table events.events (
  id text collate "C" not null,
  created_at timestamptz not null,
  type text not null,
  -- Whom the event is told to: an agent principal or an institution; null when there is nobody to tell.
  account_id text collate "C",
  subject_id text collate "C" not null,
  livemode boolean not null,
  -- The thin envelope, byte for byte as it is listed and delivered.
  thin text not null,
  transaction_id xid8 not null default pg_current_xact_id(),
  place bigint not null default nextval('events.place'),
  primary key (id, created_at)
) partition by range (created_at);

create index events_account_place on events.events (account_id, transaction_id, place) where account_id is not null;
create index events_subject on events.events (subject_id);

-- Catches what no day partition covers, so that a late partition job never refuses a write.
create table events.events_default partition of events.events default;
