-- Open cases of borrowers and members get the market read that they never had.
insert into facts.cases (consultation_id, market_due_at, updated_at)
select id, opened_at, opened_at from consultations.consultations
where source in ('referral', 'membership') and closed_at is null
on conflict do nothing;
