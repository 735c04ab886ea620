-- concurrently
-- The terms of earlier rows, a block at a time. Rows are locked until their block is written, so that no change is overtaken by what was
-- read before it; a repeated run writes the same.
do $$
declare
  reached text := '';
begin
  loop
    with block as materialized (
      select i as source_row, i.id from intakes.intakes i where i.id > reached order by i.id limit 1000 for share
    ), written as materialized (
      select id, consultations.index_intake(source_row) from block
    )
    select max(id) into reached from written;
    exit when reached is null;
    commit;
  end loop;
end $$;

do $$
declare
  reached_institution text := '';
  reached_mode boolean := false;
  reached text := '';
begin
  loop
    with block as materialized (
      select r as source_row, institution_id, livemode, id from referrals.referrals r
      where (institution_id, livemode, id) > (reached_institution, reached_mode, reached)
      order by institution_id, livemode, id limit 1000 for share
    ), written as materialized (
      select institution_id, livemode, id, consultations.index_referral(source_row) from block
    )
    select institution_id, livemode, id into reached_institution, reached_mode, reached
    from written order by institution_id desc, livemode desc, id desc limit 1;
    exit when not found;
    commit;
  end loop;
end $$;

do $$
declare
  reached text := '';
begin
  loop
    with block as materialized (
      select d as source_row, d.id from plans.redemptions d join plans.enrollments e
        on e.institution_id = d.institution_id and e.livemode = d.livemode and e.id = d.enrollment_id
      where d.id > reached order by d.id limit 1000 for share
    ), written as materialized (
      select id, consultations.index_redemption(source_row) from block
    )
    select max(id) into reached from written;
    exit when reached is null;
    commit;
  end loop;
end $$;

do $$
declare
  reached text := '';
begin
  loop
    with block as materialized (
      select f as source_row, consultation_id from facts.cases f where consultation_id > reached
      order by consultation_id limit 1000 for share
    ), written as materialized (
      select consultation_id, consultations.index_facts(source_row) from block
    )
    select max(consultation_id) into reached from written;
    exit when reached is null;
    commit;
  end loop;
end $$;

analyze consultations.search_terms;
