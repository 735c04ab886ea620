create schema anchors;

create table anchors.anchors (
  number bigint primary key check (number > 0),
  at timestamptz(3) not null,
  -- Of the whole file.
  sha256 bytea not null check (length(sha256) = 32)
);

create function anchors.refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'anchors.anchors is only added to';
end $$;

create trigger anchors_stay before update or delete on anchors.anchors
  for each row execute function anchors.refuse_change();
create trigger anchors_stay_all before truncate on anchors.anchors
  for each statement execute function anchors.refuse_change();
