-- Counts every change of a hold that is seen on a board, so that an open one hears of what its owner and the provider do.
-- Counted by a trigger: processes of the version before change holds too. Rows of before have no count until they change.
create sequence checkout.hold_changes;

alter table checkout.holds add column change bigint;
create index holds_change on checkout.holds (change) where change is not null;

create function checkout.count_hold_change() returns trigger language plpgsql as $$
begin
  new.change := nextval('checkout.hold_changes');
  return new;
end $$;

create trigger holds_count_change
  before insert or update of state, attempt, wish, captured_cents, refunded_cents, dispute_status, declines, capture_before
  on checkout.holds for each row execute function checkout.count_hold_change();
