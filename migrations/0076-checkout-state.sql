-- Where the customer's claim is, since what may be offered depends on it; null when nobody said it. Not named state: the
-- version before reads the state of holds from a join with this table.
alter table checkout.checkouts add column claim_state text check (claim_state ~ '^[A-Z]{2}$');

update checkout.checkouts k set claim_state = s.state
  from consultations.consultations c
  join (
    select 'agent_intake' as source, id, upper(loss ->> 'loss_state') as state from intakes.intakes
    union all
    select 'referral', id, upper(claim ->> 'loss_state') from referrals.referrals
    union all
    select 'membership', redemption_id, upper(loss_state) from plans.loss_notices) s
    on s.source = c.source and s.id = c.source_id
  where c.id = k.consultation_id and s.state ~ '^[A-Z]{2}$';
