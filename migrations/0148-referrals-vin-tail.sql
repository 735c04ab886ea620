-- concurrently
-- The last six characters of a VIN, by which people on the telephone name a car. A column and not an expression: row
-- security reads an index by leakproof comparisons only, and a function of a column is none.
alter table referrals.referrals add column if not exists vin_tail text collate "C";

create or replace function referrals.set_vin_tail() returns trigger language plpgsql as $$
begin
  new.vin_tail := right(new.vehicle ->> 'vin', 6);
  return new;
end $$;

create or replace trigger vin_tail before insert or update of vehicle on referrals.referrals
  for each row execute function referrals.set_vin_tail();

-- Rows of before, a block at a time in the order of their key, so that nobody waits for all of them.
do $$
declare
  reached_institution text := '';
  reached_mode boolean := false;
  reached_id text := '';
begin
  loop
    with block as (
      select institution_id, livemode, id from referrals.referrals
      where (institution_id, livemode, id) > (reached_institution, reached_mode, reached_id)
      order by institution_id, livemode, id limit 5000
    ), written as (
      update referrals.referrals r set vin_tail = right(r.vin, 6) from block b
      where r.institution_id = b.institution_id and r.livemode = b.livemode and r.id = b.id and r.vin_tail is null
    )
    select institution_id, livemode, id into reached_institution, reached_mode, reached_id
    from block order by institution_id desc, livemode desc, id desc limit 1;
    exit when not found;
    commit;
  end loop;
end $$;

-- What an interruption left is no index.
drop index concurrently if exists referrals.referrals_vin_tail;
create index concurrently referrals_vin_tail on referrals.referrals (institution_id, livemode, vin_tail, id);
